using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>What each class of tasks of images would take, for people and for programs.</summary>
internal static class ImageEstimateTable
{
    /// <summary>The sentence and a row per class.</summary>
    public static string Text(ImageEstimateResponse estimate, Sheet sheet)
    {
        var table = new TextTable(new("class"), new("tasks", true), new("seconds\neach", true), new("seconds\nof all", true));
        foreach (var one in estimate.Tasks)
        {
            table.Add(
                one.Class, (one.AtMost ? "<= " : "") + NumberFormat.Count(one.Tasks), Seconds(one.MeanSeconds), Seconds(one.Seconds));
        }

        IEnumerable<string> lines =
        [
            .. sheet.Wrap(ImageEstimateText.Sentence(estimate)),
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

    private static string Seconds(double? seconds) => seconds is { } known ? NumberFormat.Significant(known) : "-";
}
