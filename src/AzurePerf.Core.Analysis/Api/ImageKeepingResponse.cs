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
/// <param name="Seconds">Time in workers' slots that making all of them took, with reading their inputs over the network; for a source,
/// that fetching them took.</param>
/// <param name="CountedAt">When they were counted.</param>
/// <param name="ComputeCost">Price of the slots while all of them are made once; null without prices.</param>
/// <param name="MonthCost">Price of keeping all of them for a month; null without prices.</param>
/// <param name="BreakEvenMonths">Months between two uses up to which keeping is cheaper; null without prices, without advice, and where
/// keeping costs nothing.</param>
/// <param name="Advice">keep, or compute again, for one use a month; empty without prices, and of a source.</param>
/// <param name="Reason">Why: a clause; empty without prices.</param>
public sealed record ImageKeepingKindResponse(
    string Kind, long Count, long Bytes, double Seconds, DateTimeOffset CountedAt, double? ComputeCost, double? MonthCost,
    double? BreakEvenMonths, string Advice, string Reason)
{
    // What fetching took once says little: the archive is not ours.
    private const string Source = "source";

    internal static ImageKeepingKindResponse Of(
        (string Kind, long Count, long Bytes, double Seconds, DateTimeOffset At) kind, KeepingPrices? prices)
    {
        var costs = prices is null ? null : KeepingAdvice.For(kind.Seconds, kind.Bytes, prices);
        var advice = kind.Kind == Source ? null : costs;
        return new(
            kind.Kind, kind.Count, kind.Bytes, kind.Seconds, kind.At, costs?.ComputeCost, costs?.MonthCost,
            advice?.BreakEvenMonths is { } months && double.IsFinite(months) ? months : null,
            advice is null ? "" : advice.IsWorthKeeping ? "keep" : "compute again",
            advice?.Reason ?? (costs is null ? "" : "no advice: the archive may be slow, or not have it any more"));
    }
}
