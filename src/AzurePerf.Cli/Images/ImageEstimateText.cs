using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>What images would take, for people and for programs.</summary>
internal static class ImageEstimateText
{
    /// <summary>"12 daily images (6 tiles, 2 days; about 4 exist already): at most 30 tasks, about 5 min 10 s of work, about
    /// 1 min 20 s on 4 slots; at most about 2.1 MB; cost about 0.02 USD".</summary>
    public static string Sentence(ImageEstimateResponse estimate)
    {
        var sample = estimate.Sample() is { Length: > 0 } clause ? $", {clause}" : "";
        var made = (estimate.AlreadyMade, sample) switch
        {
            (1, _) => $"; about 1 exists already{sample}",
            ( > 1, _) => $"; about {NumberFormat.Count(estimate.AlreadyMade)} exist already{sample}",
            (_, "") => "",
            _ => $"; none exists yet{sample}",
        };
        return $"{NumberFormat.Counted(estimate.Images, "daily image")} "
            + $"({NumberFormat.Counted(estimate.Tiles, "tile")}, {NumberFormat.Counted(estimate.Days, "day")}{made}): "
            + $"at most {NumberFormat.Counted(estimate.Tasks.Sum(one => one.Tasks), "task")}, {Work(estimate)}"
            + (estimate.Bytes is { } bytes ? $"; at most about {NumberFormat.Megabytes(bytes)} MB" : "")
            + (estimate.Cost.Amount is { } cost ? $"; cost about {NumberFormat.Significant(cost)} {estimate.Cost.Currency}" : "");
    }

    /// <summary>The sentence and a row per class.</summary>
    public static string Table(ImageEstimateResponse estimate, Sheet sheet)
    {
        var table = new TextTable(new("class"), new("tasks", true), new("seconds\neach", true), new("seconds\nof all", true));
        foreach (var one in estimate.Tasks)
        {
            table.Add(
                one.Class, (one.AtMost ? "<= " : "") + NumberFormat.Count(one.Tasks), Seconds(one.MeanSeconds), Seconds(one.Seconds));
        }

        IEnumerable<string> lines =
        [
            .. sheet.Wrap(Sentence(estimate)),
            "",
            .. table.Lines(sheet),
            "",
            .. estimate.Cost.Note.Length > 0 ? sheet.Wrap("cost: " + estimate.Cost.Note) : [],
            .. estimate.Quotas.SelectMany(quota => sheet.Wrap(QuotaText.Standing(quota))),
            .. estimate.Exceeded.SelectMany(fault => sheet.Wrap($"it would be refused: {fault.Path} {fault.Message}")),
            "nothing was submitted",
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    /// <summary>A line per class, with what is the same for all in each.</summary>
    public static string Csv(ImageEstimateResponse estimate)
    {
        var csv = new CsvText(
            "class", "tasks", "atMost", "meanSeconds", "seconds", "tiles", "days", "periods", "alreadyMade", "totalSeconds", "slots",
            "bytes", "cost", "currency", "exceeded", "images");
        foreach (var one in estimate.Tasks)
        {
            csv.Add(
                one.Class, one.Tasks, one.AtMost, one.MeanSeconds, one.Seconds, estimate.Tiles, estimate.Days, estimate.Periods,
                estimate.AlreadyMade, estimate.Seconds, estimate.Slots, estimate.Bytes, estimate.Cost.Amount, estimate.Cost.Currency,
                string.Join("; ", estimate.Exceeded.Select(fault => $"{fault.Path} {fault.Message}")), estimate.Images);
        }

        return csv.ToString();
    }

    private static string Work(ImageEstimateResponse estimate) => estimate.Seconds is { } seconds
        ? $"about {Duration(seconds)} of work" + (estimate.Duration is { } duration
            ? $", about {Duration(duration)} on {NumberFormat.Counted(estimate.Slots, "slot")}"
            : ", no bag worker runs now")
        : $"how long they take is {estimate.WhyNotKnown()}";

    private static string Duration(double seconds) =>
        NumberFormat.Duration(TimeSpan.FromSeconds(Math.Min(seconds, TimeSpan.MaxValue.TotalSeconds / 2)));

    private static string Seconds(double? seconds) => seconds is { } known ? NumberFormat.Significant(known) : "-";
}
