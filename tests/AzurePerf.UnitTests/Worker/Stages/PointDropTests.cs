using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Execution;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Stages;

public sealed class PointDropTests : IDisposable
{
    private readonly FakeTimeProvider _time = new();
    private readonly CurrentExecution _execution;
    private readonly RunResources _own;
    private readonly PointDrop _drop;

    public PointDropTests()
    {
        _execution = new(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), _time, Cancelled);
        _own = new(new ResourceStore(new InMemoryControlPlane(_time).Rows), "aaaaaaaaaaaaaaaaaaaa", "default");
        _drop = new(new EngineTimes(TimeSpan.FromSeconds(20)), _time, NullLogger<PointDrop>.Instance);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _execution.Dispose();

    [Fact]
    public async Task A_target_that_is_silent_after_a_failure_is_not_waited_for_with_each_thing_anew()
    {
        var target = new Target(asked => asked == 1 ? throw new IOException("no answer") : Task.Delay(Timeout.InfiniteTimeSpan, Cancelled));
        await RegisterAsync(4);

        var dropping = DropAsync(target);
        Assert.Equal(2, target.Asked);
        _time.Advance(TimeSpan.FromSeconds(30));
        await dropping;

        Assert.Equal(2, target.Asked);
    }

    [Fact]
    public async Task What_can_be_removed_is_removed_after_a_failure_however_long_all_of_it_takes()
    {
        var target = new Target(asked =>
        {
            _time.Advance(TimeSpan.FromSeconds(20));
            return asked == 1 ? throw new IOException("no answer") : Task.CompletedTask;
        });
        await RegisterAsync(5);

        await DropAsync(target);

        Assert.Equal(5, target.Asked);
    }

    [Fact]
    public async Task What_stays_in_a_shared_dataset_keeps_nothing_of_the_points_own()
    {
        var target = new Target(_ => Task.CompletedTask);
        await RegisterAsync(1);

        await DropAsync(target, new IOException("too many requests"));

        Assert.Equal(1, target.Asked);
    }

    private async Task RegisterAsync(int count)
    {
        for (var number = 1; number <= count; number++)
        {
            await _own.RegisterAsync("queue", $"azp{number}", Cancelled);
        }
    }

    private Task DropAsync(Target target, Exception? shared = null) =>
        _drop.OfMeasuredAsync(new SharedSetup(shared), _own, target, new FakeOutcomes(), _execution);

    /// <summary>A point of a dataset that others read too, in which what it added may have to stay.</summary>
    private sealed class SharedSetup(Exception? failure) : FakeSetup, Core.Probes.IProbeSetup
    {
        public Task RemovePointAsync(CancellationToken cancellationToken) => failure is null ? Task.CompletedTask : Task.FromException(failure);
    }

    /// <summary>A target that is only ever asked to remove something.</summary>
    private sealed class Target(Func<int, Task> remove) : IOpenTarget
    {
        public int Asked { get; private set; }

        public async Task RemoveAsync(string resource, string name, CancellationToken cancellationToken) =>
            await remove(++Asked).WaitAsync(cancellationToken);

        public void Dispose()
        {
        }
    }
}
