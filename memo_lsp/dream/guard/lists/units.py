"""Units with what they measure and how much of it they are; words that are numbers; names of months."""

from __future__ import annotations

from collections.abc import Mapping

# what is measured, how many of its smallest unit, then the spellings. An empty measure only counts.
_UNITS = """
time 0.000001 us µs μs microsecond microseconds
time 0.001 ms msec msecs millis millisecond milliseconds Millisekunden Millisekunde milliseconde millisecondes
time 0.001 мс 毫秒 ミリ秒 밀리초
time 1 s sec secs second seconds Sekunde Sekunden seconde secondes segundo segundos secondo secondi seconden
time 1 sekunder сек секунд секунды 秒 秒钟 秒間 초 saniye
time 60 m min mins minute minutes Minute Minuten minuto minutos minuti minuten minuter мин минут минуты 分 分钟
time 60 分鐘 分間 분 dakika
time 3600 h hr hrs hour hours Stunde Stunden Std heure heures hora horas ora ore uur uren timme timmar godzin
time 3600 godziny час часа часов 小时 小時 時間 시간 saat
time 86400 d day days night nights Nacht Nächte nuit noche notte ночь Tag Tage Tagen
time 86400 jour jours día días giorno giorni dia dias dag dagen dagar dni dzień день
time 86400 дня дней 天 日 日間 일 gün
time 1209600 fortnight fortnights
time 604800 w wk week weeks Woche Wochen semaine semaines semana semanas settimana settimane weken vecka veckor
time 604800 tydzień tygodnie неделя недели недель 周 週 週間 星期 주 hafta
month 1 month months Monat Monate Monaten mois mes meses mese mesi mês maand maanden månad månader месяц месяца
month 1 месяцев 个月 個月 か月 ヶ月 개월 ay
month 3 quarter quarters
month 12 year years yr yrs Jahr Jahre Jahren an année années año años anno anni ano anos jaar år rok lat год
month 12 года лет 年 年間 년 yıl
byte 1 B byte bytes Byte Bytes octet octets 字节 バイト
byte 1000 kB KB kilobyte kilobytes ko Ko
byte 1000000 MB megabyte megabytes Mo
byte 1000000000 GB gigabyte gigabytes Go
byte 1000000000000 TB terabyte terabytes To
byte 1024 KiB Ki kibibytes
byte 1048576 MiB Mi mebibytes
byte 1073741824 GiB Gi gibibytes
byte 1099511627776 TiB Ti
bit 1 bit bits
bit 1000 kbit kbps kb/s
bit 1000000 Mbit Mbps Mb/s
bit 1000000000 Gbit Gbps
percent 1 % percent pct Prozent pourcent procent процентов процента 퍼센트 パーセント
frequency 1 Hz hz hertz
frequency 1000 kHz khz
frequency 1000000 MHz mhz
frequency 1000000000 GHz ghz
rate 1 rps qps tps req/s ops/s
length 1 px pixel pixels Pixel
length 1000000 em
length 2000000 rem
length 3000000 pt
metre 0.001 mm
metre 0.01 cm
metre 1000 km
gram 0.001 mg
gram 1000 kg
volt 0.001 mV
volt 1 V volt volts
ampere 0.001 mA
ampere 1 A
watt 1 W watt watts
watt 1000 kW
degree 1 °C °
money-usd 1 $ USD dollar dollars
money-eur 1 € EUR euro euros Euro
money-gbp 1 £ GBP pounds
money-chf 1 CHF Franken
money-yen 1 ¥ JPY yen 円 元 CNY
factor 1 x × fold fach
part 0.001 ‰
count 1000 k K thousand Tausend tausend mille mil тысяч
count 1000000 M million millions Million Millionen
count 1000000000 bn billion billions
count 10000 万 萬 만
count 100000000 億 亿 억
count 1 times time Mal mal fois veces vez volte vezes keer gånger razy раз раза 次 回 个 個 件 条 條 名 台 份 倍
count 1 つ 本 枚 번 회 개 명 kez
"""


def _units() -> dict[str, tuple[str, float]]:
    found = {}
    for line in _UNITS.strip().splitlines():
        measure, size, *spellings = line.split()
        found.update(dict.fromkeys(spellings, ("" if measure == "count" else measure, float(size))))
    return found


UNITS: Mapping[str, tuple[str, float]] = _units()

_NUMBER_WORDS = {
    "english": "zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 fifteen=15 "
    "twenty=20 thirty=30 forty=40 fifty=50 sixty=60 ninety=90 hundred=100 dozen=12",
    "german": "null=0 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 zwanzig=20 "
    "dreißig=30 vierzig=40 fünfzig=50 sechzig=60 hundert=100",
    "french": "zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 quinze=15 "
    "vingt=20 trente=30 soixante=60 cent=100",
    "spanish": "cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 doce=12 quince=15 veinte=20 "
    "treinta=30 sesenta=60 cien=100",
    "italian": "zero=0 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 dodici=12 venti=20 "
    "trenta=30 sessanta=60 cento=100",
    "portuguese": "zero=0 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 doze=12 quinze=15 "
    "vinte=20 trinta=30 sessenta=60 cem=100",
    "dutch": "nul=0 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 twaalf=12 twintig=20 dertig=30 "
    "zestig=60 honderd=100",
    "swedish": "noll=0 två=2 tre=3 fyra=4 fem=5 sex=6 sju=7 åtta=8 nio=9 tio=10 tolv=12 tjugo=20 trettio=30",
    "danish": "nul=0 to=2 tre=3 fire=4 fem=5 seks=6 syv=7 otte=8 ni=9 ti=10 tolv=12 tyve=20 tredive=30",
    "polish": "dwa=2 dwie=2 trzy=3 cztery=4 pięć=5 sześć=6 siedem=7 osiem=8 dziewięć=9 dziesięć=10",
    "russian": "два=2 две=2 три=3 четыре=4 пять=5 шесть=6 семь=7 восемь=8 девять=9 десять=10 двадцать=20 тридцать=30",
    "turkish": "iki=2 üç=3 dört=4 beş=5 altı=6 yedi=7 sekiz=8 dokuz=9 yirmi=20 otuz=30",
}
NUMBER_WORDS: Mapping[str, Mapping[str, str]] = {
    language: dict(pair.split("=") for pair in words.split()) for language, words in _NUMBER_WORDS.items()
}
_ORDINALS = """
1 first erste ersten erster erstes premier première primero primera primo prima eerste första первый первая 第一
2 second zweite zweiten zweiter zweites deuxième segundo segunda secondo seconda tweede andra второй вторая 第二
3 third dritte dritten dritter drittes troisième tercero tercera terzo terza derde tredje третий третья 第三
4 fourth vierte vierten vierter quatrième cuarto cuarta quarto quarta vierde fjärde четвёртый 第四
5 fifth fünfte fünften fünfter cinquième quinto quinta vijfde femte пятый 第五
6 sixth
7 seventh
8 eighth
9 ninth
10 tenth
"""
ORDINALS: Mapping[str, str] = {
    word: line.split()[0] for line in _ORDINALS.strip().splitlines() for word in line.split()[1:]
}
HAN_DIGITS = {
    "零": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "兩": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}

_MONTHS = """
january jan januar januari janvier enero gennaio janeiro
february feb februar februari février febrero febbraio fevereiro
march mar märz maart mars marzo março
april apr avril abril aprile
may mai mei mayo maggio maio maj
june jun juni juin junio giugno junho
july jul juli juillet julio luglio julho
august aug augustus août agosto augusti
september sep sept septembre septiembre settembre setembro
october oct oktober okt octobre octubre ottobre outubro
november nov novembre noviembre novembro
december dec dezember dez décembre diciembre dicembre dezembro
"""
MONTHS: Mapping[str, int] = {
    name: at for at, names in enumerate(_MONTHS.strip().splitlines(), 1) for name in names.split()
}

_OFTEN = """
1 hour: hourly stündlich
1 day: daily nightly täglich nächtlich quotidien quotidienne diario diaria giornaliero diário ежедневно
30 minutes: halbstündlich
1 week: weekly wöchentlich hebdomadaire semanal settimanale еженедельно
2 weeks: fortnightly biweekly
1 month: monthly monatlich mensuel mensuelle mensual mensile mensal ежемесячно
3 months: quarterly vierteljährlich trimestriel trimestral
1 year: yearly annually annual jährlich annuel annuelle anual annuale ежегодно
"""
OFTEN: Mapping[str, str] = {
    word: how for line in _OFTEN.strip().splitlines() for how, words in [line.split(": ")] for word in words.split()
}
