using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Sql;

/// <summary>Figures 8 to 11 of a database of which everything is known.</summary>
public sealed class FakeDatabaseTests
{
    private const double Alone = 40;
    private const int Repetitions = 6;

    /// <summary>Figure 8 of Hill et al. 2010.</summary>
    private static readonly ScalabilityLaw Cloud = new(1, 0.006875, 0.0011035);

    private static readonly int[] Levels = [1, 2, 4, 8, 16, 32, 64];

    [Fact]
    public void Shares_and_the_peak_of_a_law_come_out()
    {
        var section = Assert.Single(ScalabilityReport.Sections(Measured(Following(Cloud), Levels)));

        foreach (var (row, clients) in section.Tables[0].Rows.Zip(Levels))
        {
            Near(1_000 / Alone * Cloud.At(clients), Cell(section, row, "ops/s"));
            Near(Cloud.At(clients) / clients, Cell(section, row, "share"));
            Near(Cloud.At(clients), Cell(section, row, "worth clients"));
        }

        var peak = Assert.Single(section.Notes, note => note.StartsWith("by that law the throughput is highest at ", StringComparison.Ordinal));
        Near(Cloud.Peak!.Value, double.Parse(peak.Split(' ')[8], System.Globalization.CultureInfo.InvariantCulture));
    }

    [Fact]
    public void A_throughput_that_falls_from_the_first_client_on_is_highest_there()
    {
        var section = Assert.Single(ScalabilityReport.Sections(Measured(Following(new(1, 1.3, 0.01)), Levels)));

        Assert.Contains(section.Notes, note => note.StartsWith("of what counts, most at 1 client: ", StringComparison.Ordinal));
        Assert.Contains("by that law the throughput is highest at 1 client (95 % CI 1.00 to 1.00)", section.Notes);
    }

    [Fact]
    public void A_peak_among_the_clients_of_the_run_is_told_although_a_resampled_law_has_none()
    {
        // The medians follow a law with a peak. So different are the repetitions that some resampled laws only grow.
        var law = new ScalabilityLaw(25, 0.05, 0.0004);
        var notes = Notes(clients => [.. new[] { 0.7, 0.85, 1, 1, 1.15, 1.3 }.Select(times => times * law.At(clients))]);

        Assert.Contains("by that law the throughput is highest at 48.7 clients (no interval)", notes);
    }

    [Fact]
    public void A_throughput_that_is_the_same_with_any_number_of_clients_neither_peaks_nor_grows() => Assert.Contains(
        "by that law the throughput is the same with any number of clients of this run", Notes(_ => [40, 40, 40, 40, 40, 40]));

    [Theory]
    [InlineData(0.3, 1, false)]
    [InlineData(1.6, 0.1, false)]
    [InlineData(0.006875, 0.0011035, true)]
    [InlineData(0.2, 0.01, true)]
    public void A_throughput_that_falls_from_the_first_level_on_has_no_law_where_no_level_has_one_client(double sigma, double kappa, bool told)
    {
        var law = new ScalabilityLaw(100, sigma, kappa);
        int[] levels = [2, 4, 8, 16, 32, 64];
        double[] scatter = [0.95, 0.97, 1, 1, 1.03, 1.05];

        foreach (var notes in new[] { Notes(clients => [law.At(clients)], levels), Notes(clients => [.. scatter.Select(times => times * law.At(clients))], levels) })
        {
            Assert.Equal(told, notes.Any(note => note.StartsWith("universal scalability law: sigma 0.", StringComparison.Ordinal)));
            Assert.Equal(!told, notes.Contains("no scalability law: where more clients bring so little, it needs 1 client among their numbers"));
        }
    }

    [Fact]
    public void One_repetition_has_a_law_without_intervals()
    {
        var notes = Notes(clients => [Cloud.At(clients)]);

        Assert.Contains("universal scalability law: sigma 0.00687, kappa 0.00110, R2 1.00; intervals need 6 repetitions that count and have a success", notes);
        Assert.Contains("by that law the throughput is highest at 30.0 clients (no interval)", notes);
    }

    [Fact]
    public void A_repetition_without_a_success_takes_no_part_in_the_law()
    {
        var notes = Notes(clients => [0, .. Enumerable.Repeat(Cloud.At(clients), Repetitions)]);

        Assert.Contains(notes, note => note.StartsWith("universal scalability law: sigma 0.00687 (95 % CI ", StringComparison.Ordinal));
        Assert.Contains("by that law the throughput is highest at 30.0 clients (95 % CI 30.0 to 30.0)", notes);
    }

    [Fact]
    public void Failures_by_clients_and_the_plateau_of_the_mean_time_come_out()
    {
        int[] levels = [1, 8, 30, 50, 64];
        var database = new FakeDatabase
        {
            Milliseconds = clients => Alone * (1 + (0.65 * Math.Min(clients - 1, 49) / 29)),
            FailedShare = clients => 0.5 * Math.Min(1, (clients - 1) / 29.0),
        };

        var section = Assert.Single(ScalabilityReport.Sections(Measured(database, levels)));

        foreach (var (row, clients) in section.Tables[0].Rows.Zip(levels))
        {
            Near(database.Milliseconds(clients), Cell(section, row, "mean ms"));
            Near(database.Milliseconds(clients) / Alone, Cell(section, row, "mean over one"));
            Near(100 * database.FailedShare(clients), Cell(section, row, "failed %"));
        }

        Assert.Contains("from 50 clients on, the mean time stays within 5 %", section.Notes);
        Assert.Contains("no scalability law: it needs 6 numbers of clients with repetitions that count, and 5 have some", section.Notes);
    }

    [Fact]
    public void Clients_that_find_no_connection_fail_and_add_nothing()
    {
        var database = Following(Cloud) with { Connections = 40 };
        var (few, many) = (database.Measure(40, 30, seed: 1), database.Measure(64, 30, seed: 1));

        Near(Rate(few), Rate(many));
        Assert.Equal(few.Operations!.Outcomes[OperationOutcome.Ok], many.Operations!.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(many.Operations.Operations, many.Operations.Outcomes.Values.Sum());
        Near(24 * 30 / 0.1, many.Operations.Outcomes[OperationOutcome.Throttled], share: 0.1);

        static double Rate(PointResult result) => OperationMetrics.OperationRate.Read(result)!.Value;
    }

    [Fact]
    public void Slow_hours_and_an_outage_come_out()
    {
        const int Hours = 1_056;
        PointResult[] hours = [.. Enumerable.Range(0, Hours).Select(MeasureHour)];

        var section = Assert.Single(AvailabilityReport.Sections(new(
            new(SqlAvailabilityOptions.Definition, []), [new(new JsonObject(), new SqlAvailabilityOptions(), hours)])));

        var row = section.Tables[0].Rows[0];
        Near(Hours - 31, Cell(section, row, "with answer"), share: 0);
        Near(Alone, Cell(section, row, "mean ms"));
        Near(100.0 * 17 / (Hours - 31), Cell(section, row, "slow %"));
        Near(100.0 * 3 / (Hours - 31), Cell(section, row, "very slow %"));
        Assert.Contains("31 repetitions had no answer, at most 31 in a row", section.Notes);

        static PointResult MeasureHour(int hour) => (hour switch
        {
            >= 260 and <= 290 => Following(Cloud) with { FailedShare = _ => 1 },
            > 900 and <= 914 => Following(Cloud) with { Milliseconds = _ => 1.7 * Alone },
            > 1_000 and <= 1_003 => Following(Cloud) with { Milliseconds = _ => 2.3 * Alone },
            _ => Following(Cloud),
        }).Measure(1, 5, hour);
    }

    [Fact]
    public void Clients_that_are_slowed_alike_in_two_databases_come_out()
    {
        // Of a peak at 6 clients, as in the local network of figure 8.
        var local = new ScalabilityLaw(1, 0.01, (1 - 0.01) / 36);

        var section = Assert.Single(ScalabilityComparison.Sections(Measured(Following(Cloud), Levels), Measured(Following(local), [1, 2, 4, 8, 16])));

        Assert.Equal(["2", "4", "8", "16"], section.Tables[0].Rows.Select(row => row[0].Text));
        foreach (var (row, clients) in section.Tables[0].Rows.Take(3).Zip([2, 4, 8]))
        {
            var truth = SlowedAs(Cloud, clients / local.At(clients));
            Near(truth, row[2].Value!.Value);
            Near(truth, row[5].Value!.Value);
            double[] ends = [.. row[3].Text.Split(" to ").Select(text => double.Parse(text, System.Globalization.CultureInfo.InvariantCulture))];
            Assert.InRange(truth, 0.97 * ends[0], 1.03 * ends[1]);
        }

        Assert.Equal(["more than 64", "more than 64 to more than 64"], section.Tables[0].Rows[3].Skip(2).Take(2).Select(cell => cell.Text));
    }

    [Fact]
    public void Runs_of_which_one_lacks_a_single_client_are_not_held_against_each_other() =>
        Assert.Empty(ScalabilityComparison.Sections(Measured(Following(Cloud), Levels), Measured(Following(Cloud), [2, 4, 8])));

    private static FakeDatabase Following(ScalabilityLaw law) => new() { Milliseconds = clients => Alone * clients / law.At(clients) };

    /// <summary>How many clients are slowed so many times by a law.</summary>
    private static double SlowedAs(ScalabilityLaw law, double slowed) =>
        Enumerable.Range(100, 10_000).Select(hundredths => hundredths / 100.0).First(clients => clients / law.At(clients) >= slowed);

    private static MeasuredLevels Measured(FakeDatabase database, int[] levels) => new(
        new(SqlScaleOptions.Definition, new() { ["clients"] = new JsonArray([.. levels.Select(level => (JsonNode)level)]) }),
        [
            .. levels.Select(clients => new MeasuredLevel(
                new() { ["clients"] = clients },
                new SqlScaleOptions { Clients = clients },
                [.. Enumerable.Range(0, Repetitions).Select(repetition => database.Measure(clients, 30, seed: (100 * clients) + repetition))])),
        ]);

    /// <summary>What is said of such rates of the repetitions.</summary>
    private static IReadOnlyList<string> Notes(Func<int, double[]> rates, int[]? levels = null) => Assert.Single(ScalabilityReport.Sections(new(
        new(SqlScaleOptions.Definition, new() { ["clients"] = new JsonArray([.. (levels ?? Levels).Select(level => (JsonNode)level)]) }),
        [
            .. (levels ?? Levels).Select(clients => new MeasuredLevel(
                new() { ["clients"] = clients }, new SqlScaleOptions { Clients = clients }, [.. rates(clients).Select(Having)])),
        ]))).Notes;

    private static PointResult Having(double rate) => Following(Cloud).Measure(1, 5, seed: 1)
        .With(operations => operations with { OperationsPerSecond = operations.OperationsPerSecond with { SumOfClientMeans = rate } });

    private static double Cell(ReportSection section, IReadOnlyList<SectionCell> row, string heading) =>
        row[section.Tables[0].Columns.Index().Single(column => column.Item.FullHeading == heading).Index].Value!.Value;

    private static void Near(double truth, double told, double share = 0.05) =>
        Assert.InRange(told, truth * (1 - share), truth * (1 + share));
}
