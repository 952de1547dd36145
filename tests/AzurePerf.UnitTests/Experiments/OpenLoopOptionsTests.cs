using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Experiments;

public sealed class OpenLoopOptionsTests
{
    [Theory]
    [InlineData("""{ "arrivals": "poisson" }""", "parameters.operationsPerSecond")]
    [InlineData("""{ "operationsPerSecond": 10 }""", "parameters.operationsPerSecond")]
    [InlineData("""{ "arrivals": "constant", "operationsPerSecond": [0, 10] }""", "parameters.operationsPerSecond")]
    [InlineData("""{ "arrivals": "constant", "operationsPerSecond": 10, "clients": 192, "inFlightPerClient": 32 }""", "parameters.inFlightPerClient")]
    [InlineData("""{ "arrivals": "burst", "operationsPerSecond": 10 }""", "parameters.arrivals")]
    [InlineData("""{ "precisionPercent": -1 }""", "parameters.precisionPercent")]
    public void A_load_that_cannot_be_made_is_refused(string parameters, string member)
    {
        var faults = SampleSpecs.Read($$"""{ "experiment": "table.query", "parameters": {{parameters}} }""").Faults;

        Assert.Equal([member], faults.Select(fault => fault.Path).Distinct());
    }

    [Fact]
    public void Several_workers_cannot_stop_by_the_median_of_all()
    {
        var faults = SampleSpecs.Read("""{ "experiment": "table.query", "workers": 2, "parameters": { "clients": 4, "precisionPercent": 1 } }""").Faults;

        Assert.Equal(["workers"], faults.Select(fault => fault.Path));
    }

    [Fact]
    public void A_rate_is_a_level_in_an_open_loop_and_none_in_a_closed_one()
    {
        var closed = Levels("""{ "experiment": "table.query", "repetitions": 1 }""");
        var open = Levels("""{ "experiment": "table.query", "repetitions": 1, "parameters": { "arrivals": "constant", "operationsPerSecond": [10, 20] } }""");

        Assert.DoesNotContain("operationsPerSecond", Assert.Single(closed));
        Assert.Equal(["10", "20"], open.Select(levels => levels[(levels.IndexOf("\"operationsPerSecond\":", StringComparison.Ordinal) + 22)..][..2]).Order());
    }

    [Fact]
    public void A_spec_of_a_build_without_open_loops_plans_binds_and_compares_as_a_closed_loop()
    {
        var today = SampleSpecs.Of("""{ "experiment": "table.query", "repetitions": 1, "seed": 1 }""");
        var then = today with { Parameters = today.Parameters.DeepClone().AsObject() };
        foreach (var name in new[] { "arrivals", "operationsPerSecond", "inFlightPerClient", "precisionPercent" })
        {
            Assert.True(then.Parameters.Remove(name));
        }

        var definition = Shipped.Experiments.Find("table.query")!;
        var (newer, older) = (RunPlanner.Plan(definition, today).Points.Single(), RunPlanner.Plan(definition, then).Points.Single());
        Assert.Equal(newer.Levels.ToJsonString(), older.Levels.ToJsonString());
        Assert.Equal(RunPlanner.Bind(definition, today, newer.Levels), RunPlanner.Bind(definition, then, older.Levels));
        Assert.Equal(Setting(today), Setting(then));
    }

    [Fact]
    public void Runs_that_start_operations_differently_have_different_parameters()
    {
        var closed = SampleSpecs.Of("""{ "experiment": "table.query" }""");
        var open = SampleSpecs.Of("""{ "experiment": "table.query", "parameters": { "arrivals": "poisson", "operationsPerSecond": 10 } }""");

        Assert.NotEqual(Setting(closed), Setting(open));
    }

    [Fact]
    public void An_open_loop_is_expected_to_take_its_operations_over_its_rate()
    {
        var load = new TableQueryOptions { Clients = 4, Arrivals = ArrivalKind.Poisson, OperationsPerSecond = 100, OperationsPerClient = 500 };
        var operation = OperationPace.TableQuery.SecondsOf(4, load.EntityBytes);

        Assert.Equal(20 + operation, load.ExpectedDuration().TotalSeconds, 3);
        Assert.Equal(30 + operation, (load with { OperationsPerClient = 0, DurationSeconds = 30 }).ExpectedDuration().TotalSeconds, 3);

        // 2,000 operations at the 500 per second that are expected at least, however many are offered.
        Assert.Equal(4 + operation, (load with { OperationsPerSecond = 50_000 }).ExpectedDuration().TotalSeconds, 3);
    }

    private static string Setting(RunSpec spec)
    {
        var point = RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec).Points[0];
        var record = new PointRecord { Number = 1, Repetition = 1, Levels = point.Levels, Status = PointStatus.Measured, Attempt = 1 };
        return new MeasuredRun(Shipped.ExperimentOf(spec), spec, [record]).Compared(OperationMetrics.OperationRate).Single().Setting.Parameters;
    }

    private static IReadOnlyList<string> Levels(string request)
    {
        var spec = SampleSpecs.Of(request);
        return [.. RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec).Points.Select(point => point.Levels.ToJsonString())];
    }
}
