using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images keeping`.</summary>
internal sealed class KeepingImagesCommand : ToolCommand
{
    public KeepingImagesCommand(Func<ParseResult, Session> open)
        : base(
            "keeping",
            "Says what granules, images and results take, and whether keeping them is cheaper than making them again, by your prices.",
            "azureperf images keeping")
    {
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var keeping = await api.GetImageKeepingAsync(cancellationToken);
        session.Write(() => Table(keeping.Value, session.Sheet), () => Csv(keeping.Value), keeping.Json);
        return ExitCode.Ok;
    }

    /// <summary>The answer first, then a row for each kind.</summary>
    private static string Table(ImageKeepingResponse keeping, Sheet sheet)
    {
        if (keeping.Kinds.Count == 0)
        {
            return string.Concat(sheet.Wrap(keeping.Note).Select(line => line + "\n"));
        }

        var advised = keeping.PricesOf is not null;
        TextColumn[] counts = [new("kind"), new("products", true), new("MB", true), new("hours\nin slots", true)];
        TextColumn[] costs = [new($"{keeping.Currency} to\nmake all", true), new($"{keeping.Currency}\na month", true), new("why")];
        var table = new TextTable(advised ? [.. counts, .. costs] : counts);
        foreach (var kind in keeping.Kinds)
        {
            string[] counted =
            [
                kind.Kind, NumberFormat.Count(kind.Count), NumberFormat.Megabytes(kind.Bytes),
                NumberFormat.Significant(kind.Seconds / 3_600),
            ];
            table.Add(advised ? [.. counted, Amount(kind.ComputeCost), Amount(kind.MonthCost), kind.Reason] : counted);
        }

        IEnumerable<string> lines =
        [
            .. advised ? sheet.Wrap(Answer(keeping.Kinds)).Select(sheet.Bold).Append("") : [],
            .. table.Lines(sheet),
            "",
            .. sheet.Wrap(keeping.Note + (keeping.PricesOf is { } day ? $"; prices of {day:O}" : "")),
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    /// <summary>"keep image, period; compute again result; no advice for source".</summary>
    private static string Answer(IEnumerable<ImageKeepingKindResponse> kinds) => string.Join("; ", kinds
        .GroupBy(kind => kind.Advice.Length > 0 ? kind.Advice : "no advice for", StringComparer.Ordinal)
        .OrderBy(group => group.First().Advice.Length == 0)
        .Select(group => $"{group.Key} {string.Join(", ", group.Select(kind => kind.Kind))}"));

    private static string Csv(ImageKeepingResponse keeping)
    {
        var csv = new CsvText(
            "kind", "count", "bytes", "seconds", "countedAt", "computeCost", "monthCost", "breakEvenMonths", "advice", "reason", "currency",
            "pricesOf");
        foreach (var kind in keeping.Kinds)
        {
            csv.Add(
                kind.Kind, kind.Count, kind.Bytes, kind.Seconds, kind.CountedAt, kind.ComputeCost, kind.MonthCost,
                kind.BreakEvenMonths, kind.Advice, kind.Reason, keeping.Currency, keeping.PricesOf?.ToString("O"));
        }

        return csv.ToString();
    }

    private static string Amount(double? cost) => cost is { } amount ? NumberFormat.Significant(amount) : "-";
}
