using System.Globalization;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Data;

/// <summary>The types of trades, in the order of their ids.</summary>
public enum TradeKind
{
    LimitBuy,
    LimitSell,
    MarketBuy,
    MarketSell,
    StopLoss,
}

/// <summary>What tables of all sizes have in common: types, rates, exchanges, and places.</summary>
public static class FixedRows
{
    public const int TaxRates = 320;
    public const int ZipCodes = 14_741;
    public const int Industries = 102;
    public const int Tiers = 3;

    /// <summary>Most shares of an order.</summary>
    internal const int MostShares = 800;

    private static readonly string[] TypeIds = ["TLB", "TLS", "TMB", "TMS", "TSL"];
    private static readonly string[] TypeNames = ["Limit buy", "Limit sell", "Market buy", "Market sell", "Stop loss"];
    private static readonly int[] Steps = [0, 201, 401, 701, 1_000_000];

    public static string IdOf(TradeKind kind) => TypeIds[(int)kind];

    /// <exception cref="ArgumentException">There is no such type.</exception>
    public static TradeKind KindOf(string id) =>
        Array.IndexOf(TypeIds, id) is >= 0 and var kind
            ? (TradeKind)kind
            : throw new ArgumentException($"{id} is no type of a trade", nameof(id));

    public static string NameOf(TradeKind kind) => TypeNames[(int)kind];

    public static bool Sells(TradeKind kind) => kind is TradeKind.LimitSell or TradeKind.MarketSell or TradeKind.StopLoss;

    public static bool AtMarket(TradeKind kind) => kind is TradeKind.MarketBuy or TradeKind.MarketSell;

    /// <summary>What the house takes for an order, whatever its size.</summary>
    public static long ChargeOf(TradeKind kind, int tier) => ((4 - tier) * 2 * Money.One) + ((int)kind * Money.One / 2);

    /// <summary>Per cent of the value.</summary>
    public static long CommissionOf(TradeKind kind, int tier, int exchange, int quantity) =>
        CommissionOfStep(kind, tier, exchange, Array.FindLastIndex(Steps, step => step <= quantity));

    public static long TaxRateOf(int rate) => 100 + (rate * 7 % 600);

    public static string TaxRateId(int rate) => string.Create(CultureInfo.InvariantCulture, $"T{rate + 1:D3}");

    public static string IndustryId(int industry) => string.Create(CultureInfo.InvariantCulture, $"I{industry:X2}");

    public static string IndustryName(int industry) => $"{Words.Sectors[industry % 12]} {Words.Branches[industry / 12]}";

    public static string SectorName(int sector) => Words.Sectors[sector];

    public static string ZipCode(int place) => string.Create(CultureInfo.InvariantCulture, $"{10_000 + (place * 6)}");

    internal static void Write(Dataset data, IRowSink sink)
    {
        Cell[] statuses = ["ACTV", "Active", "CMPT", "Completed", "CNCL", "Cancelled", "PNDG", "Pending", "SBMT", "Submitted"];
        for (var status = 0; status < 10; status += 2)
        {
            sink.Add(Tables.StatusType, [statuses[status], statuses[status + 1]]);
        }

        for (var rate = 0; rate < TaxRates; rate++)
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"Tax of district {rate + 1}");
            sink.Add(Tables.TaxRate, [TaxRateId(rate), name, TaxRateOf(rate)]);
        }

        for (var place = 0; place < ZipCodes; place++)
        {
            sink.Add(Tables.ZipCode, [ZipCode(place), Words.Town(place), Words.Town(place / 100)]);
        }

        for (var sector = 0; sector < Words.Sectors.Length; sector++)
        {
            sink.Add(Tables.Sector, [SectorId(sector), SectorName(sector)]);
        }

        for (var industry = 0; industry < Industries; industry++)
        {
            sink.Add(Tables.Industry, [IndustryId(industry), IndustryName(industry), SectorId(industry % 12)]);
        }

        WriteExchanges(data, sink);
        foreach (var kind in Enum.GetValues<TradeKind>())
        {
            sink.Add(Tables.TradeType, [IdOf(kind), NameOf(kind), Sells(kind), AtMarket(kind)]);
            for (var tier = 1; tier <= Tiers; tier++)
            {
                sink.Add(Tables.Charge, [IdOf(kind), tier, ChargeOf(kind, tier)]);
                WriteCommissions(kind, tier, sink);
            }
        }
    }

    private static void WriteExchanges(Dataset data, IRowSink sink)
    {
        for (var exchange = 0; exchange < Words.Exchanges.Length; exchange++)
        {
            var name = Words.Exchanges[exchange];
            MarketRows.WriteAddress(data, exchange + 1, sink);
            sink.Add(
                Tables.Exchange,
                [name, $"Exchange of the {name}", data.SecuritiesOf(exchange), 9 * 60, 17 * 60, $"Where the {name} trades", exchange + 1]);
        }
    }

    private static void WriteCommissions(TradeKind kind, int tier, IRowSink sink)
    {
        for (var exchange = 0; exchange < Words.Exchanges.Length; exchange++)
        {
            for (var step = 0; step < Steps.Length - 1; step++)
            {
                sink.Add(
                    Tables.CommissionRate,
                    [
                        tier, IdOf(kind), Words.Exchanges[exchange], Steps[step], Steps[step + 1] - 1,
                        CommissionOfStep(kind, tier, exchange, step),
                    ]);
            }
        }
    }

    private static long CommissionOfStep(TradeKind kind, int tier, int exchange, int step) =>
        4_000 - (500 * tier) - (300 * step) + (100 * exchange) + (50 * (int)kind);

    private static string SectorId(int sector) => string.Create(CultureInfo.InvariantCulture, $"{sector:D2}");
}
