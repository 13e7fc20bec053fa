"""What every service on the network is reached through: proxies, patience, keys that no log shows."""
