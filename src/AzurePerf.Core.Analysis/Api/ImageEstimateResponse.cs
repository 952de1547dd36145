using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Api;

/// <summary>The estimate of a request for images. Nothing is stored.</summary>
/// <param name="Tiles">Tiles of the area.</param>
/// <param name="Days">Days of which the product has granules.</param>
/// <param name="Images">Images of a tile, a day and a data set that there are at most.</param>
/// <param name="Periods">Periods that the days are put together in.</param>
/// <param name="Tasks">Tasks by class, in the order in which they are done.</param>
/// <param name="AlreadyMade">How many of the images the catalogue of products has with the same parameters: about, because their granules
/// may have changed since. No other number is smaller for them.</param>
/// <param name="DaysLookedAt">Of how many days, evenly spread, the catalogue was looked at for them: where these are fewer than the days,
/// alreadyMade and bytes are those of a sample.</param>
/// <param name="Seconds">About how many seconds all tasks take one after the other; null where no such task was seen within the last
/// week.</param>
/// <param name="Slots">Tasks that the workers which are alive execute at once; 0 without workers.</param>
/// <param name="Bytes">About how many bytes the images of all days take; null where the catalogue has none like them.</param>
/// <param name="Cost">What it costs by the operator's prices.</param>
/// <param name="Exceeded">Limits of the operator that it would exceed, so that it would be refused; empty when it may begin.</param>
public sealed record ImageEstimateResponse(
    int Tiles, int Days, long Images, int Periods, IReadOnlyList<ImageTasksResponse> Tasks, long AlreadyMade, int DaysLookedAt,
    double? Seconds, int Slots, long? Bytes, CostEstimate Cost, IReadOnlyList<SpecFault> Exceeded)
{
    /// <summary>How the quotas of who asks stand before it; empty where there is none.</summary>
    public IReadOnlyList<QuotaStanding> Quotas { get; init; } = [];

    /// <summary>About how many seconds it takes with the workers that are alive now, a class after the other; null where nobody can
    /// tell.</summary>
    public double? Duration => Seconds is not null && Slots > 0 ? Tasks.Sum(tasks => tasks.SecondsOn(Slots)) : null;

    /// <summary>Says that what is made already was judged by a sample: a clause; empty where all days were looked at.</summary>
    public string Sample() => DaysLookedAt < Days
        ? $"judged by {NumberFormat.Count(DaysLookedAt)} of the {NumberFormat.Counted(Days, "day")}"
        : "";

    /// <summary>Says which classes have no times, so that nobody can tell how long all takes: a clause.</summary>
    public string WhyNotKnown()
    {
        var missing = Tasks.Where(tasks => tasks.Seconds is null).Select(tasks => tasks.Class).ToArray();
        var what = missing.Length == Tasks.Count ? "such task" : string.Join(", no ", missing);
        return $"not known: no {what} was done within the last 7 days";
    }
}

/// <summary>The tasks of one class.</summary>
/// <param name="Class">source listing, source download, reprojection, aggregation, reduction or manifest.</param>
/// <param name="Tasks">How many; where it is an upper bound, at most.</param>
/// <param name="AtMost">True where fewer may do, because only the archive knows.</param>
/// <param name="MeanSeconds">How long one took on average within the last week; null where none was seen.</param>
/// <param name="Seconds">About how long all of them take one after the other; null where none was seen.</param>
public sealed record ImageTasksResponse(string Class, long Tasks, bool AtMost, double? MeanSeconds, double? Seconds)
{
    /// <summary>How long they take in as many slots, where each slot executes one after the other and the last ones may leave slots
    /// idle.</summary>
    internal double? SecondsOn(int slots) => Tasks == 0 ? 0 : MeanSeconds * ((Tasks + slots - 1) / slots);
}
