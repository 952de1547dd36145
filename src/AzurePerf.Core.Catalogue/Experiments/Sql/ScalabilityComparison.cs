using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Experiments.Sql;

/// <summary>How many clients of a baseline are slowed as much as each number of clients of a run, as section 5.2 of Hill et al. 2010 says
/// it of its figures 8 and 9: 6 in a local network as 20 to 30, and as 40, in the cloud.</summary>
internal static class ScalabilityComparison
{
    private const int Seed = 1;

    private const string Remark = "share: of what the client alone does, each of n clients does so much; mean over one: mean latency over "
        + "that of one client; as: the number of clients of the baseline with the same share, or the same mean over one, with its 95 % "
        + "interval from 6 repetitions on";

    /// <summary>The section of the comparison; none unless both runs measured one client and two more numbers in closed loops, and nothing
    /// else varies.</summary>
    public static IReadOnlyList<ReportSection> Sections(MeasuredLevels baseline, MeasuredLevels run)
    {
        if (CurveOf(baseline) is not { } there || CurveOf(run) is not { } here)
        {
            return [];
        }

        return
        [
            new()
            {
                Id = "equivalent",
                Title = "Equivalent clients",
                Tables =
                [
                    new("Clients of the baseline that are slowed as much", Remark,
                        [
                            new("clients") { IsFactor = true }, new("share"), new("as", "clients") { Leads = true }, new("95 % interval"),
                            new("mean over one"), new("as", "clients"), new("95 % interval"),
                        ],
                        [.. here.Skip(1).Select(level => CellsOf(level, here, there))]),
                ],
            },
        ];
    }

    private static IReadOnlyList<SectionCell> CellsOf(Level level, Level[] here, Level[] there)
    {
        var alone = here[0];
        return
        [
            SectionCell.Count(level.Clients),
            SectionCell.Number(Statistics.Sample.Median(alone.PerOperation) / Statistics.Sample.Median(level.PerOperation)),
            .. AsCells(one => one.PerOperation),
            SectionCell.Number(Statistics.Sample.Median(level.Means) / Statistics.Sample.Median(alone.Means)),
            .. AsCells(one => one.Means),
        ];

        SectionCell[] AsCells(Func<Level, IReadOnlyList<double>> read)
        {
            var found = EquivalentClients.Of(Times(here), Times(there), level.Clients, Seed);
            return
            [
                new(TextOf(found.Clients), double.IsFinite(found.Clients) ? found.Clients : null),
                new(found is { Low: { } low, High: { } high } ? $"{TextOf(low)} to {TextOf(high)}" : "-"),
            ];

            (int, IReadOnlyList<double>)[] Times(Level[] levels) => [.. levels.Select(one => (one.Clients, read(one)))];
        }

        string TextOf(double clients) =>
            double.IsFinite(clients) ? NumberFormat.Significant(clients) : $"more than {NumberFormat.Count(there[^1].Clients)}";
    }

    private static Level[]? CurveOf(MeasuredLevels measured)
    {
        Level[] levels =
        [
            .. measured.Levels.Where(level => level.Options is { IsOpenLoop: false })
                .Select(level => new Level(
                    level.Options!.Clients,
                    [
                        .. level.ValuesOf(OperationMetrics.OperationRate).Where(rate => rate > 0)
                            .Select(rate => level.Options.Clients / rate),
                    ],
                    level.ValuesOf(OperationMetrics.MeanLatency)))
                .Where(level => level is { PerOperation.Count: > 0, Means.Count: > 0 })
                .OrderBy(level => level.Clients),
        ];
        return measured.Names.Varying is [LevelColumns.Clients] && levels is [{ Clients: 1 }, ..]
            && levels.Length >= EquivalentClients.FewestLevels
                ? levels
                : null;
    }

    /// <param name="Clients">How many.</param>
    /// <param name="PerOperation">Seconds of one of them for each operation, in each repetition.</param>
    /// <param name="Means">Mean latencies of the repetitions.</param>
    private sealed record Level(int Clients, IReadOnlyList<double> PerOperation, IReadOnlyList<double> Means);
}
