using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Experiments.Sql;

/// <summary>What more clients bring and cost, from the repetitions that count: figures 8 and 9 of Hill et al. 2010 as numbers. Open loops
/// have none: their rate was given.</summary>
internal static class ScalabilityReport
{
    private const int Seed = 1;

    /// <summary>Beyond so many times the most clients that were measured, the law says nothing.</summary>
    private const double MostExtrapolation = 1.5;

    private const string Remark =
        "share: of what the client alone does, each of n clients does so much; worth: n times that share; "
            + "failed: of all operations; mean over one: mean latency over that of one client";

    /// <summary>The section of the report; none without a repetition of a closed loop that counts.</summary>
    public static IReadOnlyList<ReportSection> Sections(MeasuredLevels measured)
    {
        var names = measured.Names;
        var groups = measured.Levels
            .Where(level => level.Options is { IsOpenLoop: false } && level.MedianOf(OperationMetrics.OperationRate) is > 0)
            .GroupBy(level => LevelColumns.Without(level.Levels, LevelColumns.Clients))
            .Select(same => (Levels: JsonNode.Parse(same.Key)!.AsObject(), Rows: same.Select(RowOf).OrderBy(row => row.Clients).ToArray()))
            .ToArray();
        SectionColumn[] columns =
        [
            .. names.ColumnsOf(names.Varying), new("", "ops/s") { Leads = true }, new("share"), new("worth", "clients"), new("failed", "%"),
            new("mean", "ms"), new("mean over one"),
        ];
        return groups.Length == 0
            ? []
            : [
                new()
                {
                    Id = "scalability",
                    Title = "What more clients bring",
                    Leads = true,
                    Tables =
                    [
                        new("Throughput and failures by clients", Remark, columns,
                            [.. groups.SelectMany(group => group.Rows.Select(row => CellsOf(names, row, group.Rows[0])))]),
                    ],
                    Notes = [.. groups.SelectMany(group => NotesOf(group.Rows).Select(note => names.Of(group.Levels, note)))],
                },
            ];
    }

    private static IEnumerable<string> NotesOf(Row[] rows)
    {
        var best = rows.MaxBy(row => row.Rate)!;
        yield return $"of what counts, most at {NumberFormat.Counted(best.Clients, "client")}: "
            + $"{NumberFormat.Significant(best.Rate)} ops/s, with {NumberFormat.Percent(best.Failed)} failed";
        if (PlateauOf(rows) is { } plateau)
        {
            yield return plateau;
        }

        if (rows.Length < ScalabilityFit.FewestLevels)
        {
            yield return $"no scalability law: it needs {ScalabilityFit.FewestLevels} numbers of clients with repetitions that count, and "
                + FormattableString.Invariant($"{rows.Length} have some");
            yield break;
        }

        var fit = ScalabilityFit.Of([.. rows.Select(row => (row.Clients, row.Rates))], Seed);
        if (fit.RSquared < ScalabilityFit.LeastRSquared)
        {
            yield return $"no scalability law: it explains {NumberFormat.Percent(Math.Max(0, fit.RSquared))} of the variation, and "
                + $"{NumberFormat.Percent(ScalabilityFit.LeastRSquared)} are needed";
            yield break;
        }

        if (rows[0].Clients > 1 && ((fit.Sigma?.High ?? fit.Law.Sigma) >= 1 || (fit.Kappa?.High ?? fit.Law.Kappa) > 1))
        {
            // Rate, sigma and kappa times any factor would be nearly the same throughput.
            yield return "no scalability law: where more clients bring so little, it needs 1 client among their numbers";
            yield break;
        }

        yield return "universal scalability law: sigma " + NumberFormat.Significant(fit.Law.Sigma) + TextOf(fit.Sigma)
            + ", kappa " + NumberFormat.Significant(fit.Law.Kappa) + TextOf(fit.Kappa)
            + ", R2 " + NumberFormat.Significant(fit.RSquared)
            + (fit.Sigma is null ? $"; intervals need {ScalabilityFit.FewestRepetitions} repetitions that count and have a success" : "");
        yield return "by that law the throughput " + PeakOf(fit, rows);
    }

    private static string PeakOf(ScalabilityFit fit, Row[] rows) =>
        fit.Law.IsLevel(rows[0].Clients, rows[^1].Clients) ? "is the same with any number of clients of this run"
            : fit.Law.Peak is { } peak && peak <= MostExtrapolation * rows[^1].Clients
                ? "is highest at " + (peak == 1 ? "1 client" : NumberFormat.Significant(peak) + " clients")
                    + (fit.Peak is null ? " (no interval)" : TextOf(fit.Peak))
            : "still grows where the clients of this run end";

    /// <summary>From how many clients on the mean time rises no more, as in figure 9: a plateau, or the end of what the clients of this run
    /// show.</summary>
    private static string? PlateauOf(Row[] rows)
    {
        var known = rows.Where(row => row.MeanNanoseconds is > 0).ToArray();
        return known.Length < Plateau.FewestValues ? null
            : Plateau.StartOf([.. known.Select(row => row.MeanNanoseconds!.Value)]) is { } from
                ? $"from {NumberFormat.Counted(known[from].Clients, "client")} on, the mean time stays within "
                    + FormattableString.Invariant($"{100 * Plateau.Level:0} %")
            : "the mean time still changes where the clients of this run end";
    }

    private static string TextOf(ConfidenceInterval? interval) => interval is { } known
        ? $" (95 % CI {NumberFormat.Significant(known.Low)} to {NumberFormat.Significant(known.High)})"
        : "";

    private static SectionCell[] CellsOf(LevelColumns names, Row row, Row first)
    {
        var alone = first.Clients == 1 ? first : null;
        var share = row.Rate / row.Clients / alone?.Rate;
        return
        [
            .. names.CellsOf(names.Varying, row.Levels), SectionCell.Number(row.Rate), SectionCell.Number(share),
            SectionCell.Number(share * row.Clients), SectionCell.Number(100 * row.Failed),
            SectionCell.Number(row.MeanNanoseconds / 1e6), SectionCell.Number(row.MeanNanoseconds / alone?.MeanNanoseconds),
        ];
    }

    private static Row RowOf(MeasuredLevel level)
    {
        var (operations, succeeded) = (
            level.Counted.Sum(point => point.Operations?.Operations ?? 0),
            level.Counted.Sum(point => point.Operations?.Outcomes.GetValueOrDefault(OperationOutcome.Ok) ?? 0));
        return new(
            level.Levels,
            level.Options!.Clients,
            [.. level.ValuesOf(OperationMetrics.OperationRate).Where(rate => rate > 0)],
            level.MedianOf(OperationMetrics.OperationRate)!.Value,
            operations == 0 ? 0 : (double)(operations - succeeded) / operations,
            level.MedianOf(OperationMetrics.MeanLatency));
    }

    /// <param name="Rates">Of the repetitions that have a success: a law has no rate of 0.</param>
    private sealed record Row(
        JsonObject Levels, int Clients, IReadOnlyList<double> Rates, double Rate, double Failed, double? MeanNanoseconds);
}
