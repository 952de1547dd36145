using AzurePerf.Core.Limits;
using AzurePerf.Core.Products;

namespace AzurePerf.Core.Api;

/// <summary>What the catalogue of products comes to, and whether keeping it is cheaper than making it again.</summary>
/// <param name="Kinds">Each kind of product that there is: source, image, period, result.</param>
/// <param name="Currency">Of the costs, ISO 4217; empty where no prices are set.</param>
/// <param name="PricesOf">The day of the prices; null where none are set.</param>
/// <param name="Note">What is missing, or what the advice leaves out. A sentence without full stop.</param>
public sealed record ImageKeepingResponse(IReadOnlyList<ImageKeepingKindResponse> Kinds, string Currency, DateOnly? PricesOf, string Note)
{
    /// <summary>The advice by an operator's prices.</summary>
    /// <param name="kinds">Of each kind how many there are, their bytes and seconds, and when that was counted.</param>
    /// <param name="prices">The operator's prices.</param>
    public static ImageKeepingResponse Of(
        IEnumerable<(string Kind, long Count, long Bytes, double Seconds, DateTimeOffset At)> kinds, PriceList prices)
    {
        ArgumentNullException.ThrowIfNull(kinds);
        ArgumentNullException.ThrowIfNull(prices);
        ImageKeepingKindResponse[] counted = [.. kinds.Select(kind => ImageKeepingKindResponse.Of(kind, prices.Products))];
        return new(
            counted, prices.Products is null ? "" : prices.Currency, prices.Products is null ? null : prices.Date,
            counted.Length == 0
                ? "nothing was counted yet: that is done once a day, and an hour after a start"
                : prices.Products is null
                    ? "no advice: the price file has no prices of products; Limits:PriceFile names one of your own"
                    : "for one use a month; what an archive, traffic and requests cost is not in it");
    }
}

/// <summary>The products of one kind.</summary>
/// <param name="Kind">source: granules; image: images of a day; period: images of a period; result: pictures and tables.</param>
/// <param name="Count">How many.</param>
/// <param name="Bytes">What they take, in bytes.</param>
/// <param name="Seconds">Processor time that making all of them took; for a source, the time of fetching.</param>
/// <param name="CountedAt">When they were counted.</param>
/// <param name="ComputeCost">Price of making all of them once; null without prices.</param>
/// <param name="MonthCost">Price of keeping all of them for a month; null without prices.</param>
/// <param name="BreakEvenMonths">Months between two uses up to which keeping is cheaper; null without prices, and where keeping costs
/// nothing.</param>
/// <param name="Advice">keep, or compute again, for one use a month; empty without prices.</param>
/// <param name="Reason">Why: a clause; empty without prices.</param>
public sealed record ImageKeepingKindResponse(
    string Kind, long Count, long Bytes, double Seconds, DateTimeOffset CountedAt, double? ComputeCost, double? MonthCost,
    double? BreakEvenMonths, string Advice, string Reason)
{
    internal static ImageKeepingKindResponse Of(
        (string Kind, long Count, long Bytes, double Seconds, DateTimeOffset At) kind, KeepingPrices? prices)
    {
        var advice = prices is null ? null : KeepingAdvice.For(kind.Seconds, kind.Bytes, prices);
        return new(
            kind.Kind, kind.Count, kind.Bytes, kind.Seconds, kind.At, advice?.ComputeCost, advice?.MonthCost,
            advice?.BreakEvenMonths is { } months && double.IsFinite(months) ? months : null,
            advice is null ? "" : advice.IsWorthKeeping ? "keep" : "compute again", advice?.Reason ?? "");
    }
}
