using System.Globalization;
using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using AzurePerf.Worker.Bags;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Bags;

public sealed class SelftestWorkTests : IDisposable
{
    private readonly FakeTimeProvider _time = new();
    private readonly List<string> _crashes = [];
    private readonly SelftestLedger _ledger = new(new(), new SeededIdSource(1));

    public void Dispose() => _ledger.Dispose();

    [Theory]
    [InlineData("slowShare", 0, 100)]
    [InlineData("slowShare", 1, 600)]
    public async Task An_execution_takes_its_time_and_a_slow_one_several_times_that(string share, double value, int milliseconds)
    {
        var execution = Execute(share, value, TestContext.Current.CancellationToken);

        _time.Advance(TimeSpan.FromMilliseconds(milliseconds - 1));
        Assert.False(execution.IsCompleted);
        _time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Equal("{}", await execution);
    }

    [Fact]
    public async Task One_that_is_drawn_to_fail_takes_its_time_all_the_same()
    {
        var execution = Execute("failureShare", 1, TestContext.Current.CancellationToken);
        Assert.False(execution.IsCompleted);
        _time.Advance(TimeSpan.FromMilliseconds(100));

        Assert.Equal("attempt 3 was drawn to fail", (await Assert.ThrowsAsync<SelftestException>(() => execution)).Message);
    }

    [Fact]
    public void One_that_is_drawn_to_crash_ends_its_process_at_once()
    {
        _ = Execute("crashShare", 1, TestContext.Current.CancellationToken);

        Assert.Equal(["attempt 3 of task aaaaaaaaaaaaaaaaaaaa/bag 1/0 of a selftest was drawn to crash"], _crashes);
    }

    [Fact]
    public async Task One_that_is_told_to_stop_does_not_wait_for_its_end()
    {
        using var stop = new CancellationTokenSource();
        var execution = Execute("slowShare", 1, stop.Token);

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => execution);
    }

    private Task<string> Execute(string share, double value, CancellationToken stop)
    {
        var spec = SampleSpecs.Of(string.Create(
            CultureInfo.InvariantCulture, $$"""{ "experiment": "selftest.bag", "preset": "quick", "seed": 1, "parameters": { "taskMilliseconds": 100, "{{share}}": {{value}} } }"""));
        var options = RunPlanner.BindStages(SelftestBagOptions.Definition, spec);
        return new SelftestWork(_ledger, _crashes.Add, _time).ExecuteAsync(new FakeTaskContext { Options = options, Attempt = 3 }, stop);
    }
}
