using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Images;

/// <summary>What a request for images comes to, in sentences.</summary>
internal static class ImageEstimateText
{
    /// <summary>"6 tiles, 7 days, 1 period: at most 42 daily images."</summary>
    public static string Work(ImageEstimateResponse estimate) =>
        $"{NumberFormat.Counted(estimate.Tiles, "tile")}, {NumberFormat.Counted(estimate.Days, "day")}, "
            + $"{NumberFormat.Counted(estimate.Periods, "period")}: at most "
            + $"{NumberFormat.Counted(estimate.Images, "daily image")}.";

    /// <summary>How much of it exists.</summary>
    public static string Made(ImageEstimateResponse estimate) =>
        (estimate.AlreadyMade == 0 ? "None of them exists yet"
                : $"About {NumberFormat.Count(estimate.AlreadyMade)} of them {(estimate.AlreadyMade == 1 ? "exists" : "exist")} already")
            + (estimate.Sample() is { Length: > 0 } sample ? $", {sample}." : ".");

    /// <summary>How long it takes.</summary>
    public static string Time(ImageEstimateResponse estimate) =>
        (estimate.Duration, estimate.Seconds) switch
        {
            ({ } duration, _) =>
                $"About {Duration(duration)} on {NumberFormat.Counted(estimate.Slots, "slot")} of the workers that are alive.",
            (_, { } seconds) =>
                $"About {Duration(seconds)} one after the other. No bag worker runs now: how long it takes depends on how many start.",
            _ => $"How long it takes is {estimate.WhyNotKnown()}"
                + (estimate.Slots == 0 ? ", and no bag worker runs now." : "."),
        };

    /// <summary>How much is stored.</summary>
    public static string Bytes(ImageEstimateResponse estimate) => estimate.Bytes is { } bytes
        ? $"All daily images take at most about {NumberFormat.Megabytes(bytes)} MB."
        : "How many bytes the images take is not known: there are none like them.";

    /// <summary>What it costs.</summary>
    public static string Cost(ImageEstimateResponse estimate) => estimate.Cost.Amount is { } amount
        ? $"Cost: about {NumberFormat.Significant(amount)} {estimate.Cost.Currency}; {estimate.Cost.Note}."
        : $"Cost: unknown; {estimate.Cost.Note}.";

    /// <summary>"2 min 5 s"; "-" where it is not known.</summary>
    public static string Duration(double? seconds) =>
        seconds is { } known ? NumberFormat.Duration(TimeSpan.FromSeconds(Math.Min(known, 1e9))) : "-";
}
