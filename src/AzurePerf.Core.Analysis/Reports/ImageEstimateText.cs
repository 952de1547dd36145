using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>The estimate of a request for images in words: one sentence for the command line, several for the portal.</summary>
public static class ImageEstimateText
{
    /// <summary>"At most 12 daily images (6 tiles, 2 days; about 4 exist already): at most 30 tasks, about 5 min 10 s of work, about
    /// 1 min 20 s on 4 slots; at most about 2.1 MB; cost about 0.02 USD".</summary>
    public static string Sentence(ImageEstimateResponse estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        var sample = estimate.Sample() is { Length: > 0 } clause ? $", {clause}" : "";
        var made = (estimate.AlreadyMade, sample) switch
        {
            (0, "") => "",
            (0, _) => $"; none exists yet{sample}",
            _ => $"; about {NumberFormat.Count(estimate.AlreadyMade)} {Exist(estimate)} already{sample}",
        };
        return $"at most {Images(estimate)} ({Tiles(estimate)}, {Days(estimate)}{made}): "
            + $"at most {NumberFormat.Counted(estimate.Tasks.Sum(one => one.Tasks), "task")}, {WorkClause(estimate)}"
            + (estimate.Bytes is { } bytes ? $"; at most about {NumberFormat.Megabytes(bytes)} MB" : "")
            + (estimate.Cost.Amount is { } cost ? $"; cost about {NumberFormat.Significant(cost)} {estimate.Cost.Currency}" : "");
    }

    /// <summary>"6 tiles, 7 days, 1 period: at most 42 daily images."</summary>
    public static string Work(ImageEstimateResponse estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return $"{Tiles(estimate)}, {Days(estimate)}, {NumberFormat.Counted(estimate.Periods, "period")}: at most {Images(estimate)}.";
    }

    /// <summary>How much of it exists.</summary>
    public static string Made(ImageEstimateResponse estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return (estimate.AlreadyMade == 0 ? "None of them exists yet"
                : $"About {NumberFormat.Count(estimate.AlreadyMade)} of them {Exist(estimate)} already")
            + (estimate.Sample() is { Length: > 0 } sample ? $", {sample}." : ".");
    }

    /// <summary>How long it takes.</summary>
    public static string Time(ImageEstimateResponse estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return (estimate.Duration, estimate.Seconds) switch
        {
            ({ } duration, _) => $"About {Duration(duration)} on {Slots(estimate)} of the workers that are alive.",
            (_, { } seconds) =>
                $"About {Duration(seconds)} one after the other. No bag worker runs now: how long it takes depends on how many start.",
            _ => $"How long it takes is {estimate.WhyNotKnown()}"
                + (estimate.Slots == 0 ? ", and no bag worker runs now." : "."),
        };
    }

    /// <summary>How much is stored.</summary>
    public static string Bytes(ImageEstimateResponse estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return estimate.Bytes is { } bytes
            ? $"All daily images take at most about {NumberFormat.Megabytes(bytes)} MB."
            : "How many bytes the images take is not known: there are none like them.";
    }

    /// <summary>What it costs.</summary>
    public static string Cost(ImageEstimateResponse estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return estimate.Cost.Amount is { } amount
            ? $"Cost: about {NumberFormat.Significant(amount)} {estimate.Cost.Currency}; {estimate.Cost.Note}."
            : $"Cost: unknown; {estimate.Cost.Note}.";
    }

    /// <summary>"2 min 5 s"; "-" where it is not known.</summary>
    public static string Duration(double? seconds) =>
        seconds is { } known ? NumberFormat.Duration(TimeSpan.FromSeconds(Math.Min(known, 1e9))) : "-";

    private static string WorkClause(ImageEstimateResponse estimate) => (estimate.Duration, estimate.Seconds) switch
    {
        ({ } duration, { } seconds) => $"about {Duration(seconds)} of work, about {Duration(duration)} on {Slots(estimate)}",
        (_, { } seconds) => $"about {Duration(seconds)} of work, no bag worker runs now",
        _ => $"how long they take is {estimate.WhyNotKnown()}",
    };

    private static string Images(ImageEstimateResponse estimate) => NumberFormat.Counted(estimate.Images, "daily image");

    private static string Tiles(ImageEstimateResponse estimate) => NumberFormat.Counted(estimate.Tiles, "tile");

    private static string Days(ImageEstimateResponse estimate) => NumberFormat.Counted(estimate.Days, "day");

    private static string Slots(ImageEstimateResponse estimate) => NumberFormat.Counted(estimate.Slots, "slot");

    private static string Exist(ImageEstimateResponse estimate) => estimate.AlreadyMade == 1 ? "exists" : "exist";
}
