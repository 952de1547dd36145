using System.Threading.Channels;
using Azure;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>The loop around the rounds: its pauses, what it survives and what ends it.</summary>
public sealed class LoopTests
{
    private readonly Channel<TimeSpan> _pauses = Channel.CreateUnbounded<TimeSpan>();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(20.0, 1.0)]
    [InlineData(1.0, 0.25)]
    [InlineData(0.2, 0.05)]
    public async Task Without_a_run_it_looks_once_a_second_or_as_often_as_the_workers_must_be_read(double heartbeatSeconds, double pauseSeconds)
    {
        var engine = await StartAsync(TimeSpan.FromSeconds(heartbeatSeconds));

        Assert.Equal(pauseSeconds, (await NextPauseAsync()).TotalSeconds);

        await engine.Service.StopAsync(Cancelled);
        Assert.True(engine.Service.ExecuteTask!.IsCompletedSuccessfully);
    }

    [Fact]
    public async Task While_another_one_leads_it_looks_once_a_second()
    {
        var engine = new TaskManagerUnderTest(TimeSpan.FromSeconds(20));
        await new LeaderStore(engine.Control.Rows).TryPutAsync(new("another", 1), Cancelled);
        engine.Restart();
        engine.Time.TimerSet = pause => _pauses.Writer.TryWrite(pause);
        await engine.Service.StartAsync(Cancelled);

        for (var round = 0; round < 3; round++)
        {
            var pause = await NextPauseAsync();
            Assert.Equal(1, pause.TotalSeconds);
            engine.Time.Advance(pause);
        }

        await engine.Service.StopAsync(Cancelled);
        Assert.Equal("another", await engine.LeaderAsync());
    }

    [Fact]
    public async Task With_a_run_it_looks_five_times_a_second()
    {
        var engine = await StartAsync(TimeSpan.FromSeconds(20), withWorker: true);
        await NextPauseAsync();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());

        engine.Time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(0.2, (await NextPauseAsync()).TotalSeconds);
        Assert.Equal(RunStatus.Running, (await engine.HeaderAsync(runId)).Status);
        await engine.Service.StopAsync(Cancelled);
    }

    [Fact]
    public async Task A_lead_that_storage_does_not_answer_for_is_asked_for_again_after_ever_longer_pauses_up_to_half_a_heartbeat()
    {
        var failures = new Queue<Exception>(Enumerable.Range(0, 8).Select(_ => new RequestFailedException(503, "busy", "ServerBusy", null)));
        var engine = await StartAsync(TimeSpan.FromSeconds(20), ofLead: failures);
        var pauses = new List<double>();
        for (var round = 0; round < 9; round++)
        {
            var pause = await NextPauseAsync();
            pauses.Add(pause.TotalSeconds);
            engine.Time.Advance(pause);
        }

        Assert.Equal([1, 2, 4, 8, 10, 10, 10, 10, 1], pauses);
        await engine.Service.StopAsync(Cancelled);
    }

    [Fact]
    public async Task A_duty_that_fails_is_tried_again_after_ever_longer_pauses_while_the_loop_goes_on()
    {
        var failures = new Queue<Exception>(Enumerable.Range(0, 3).Select(_ => new InvalidOperationException("broken")));
        var engine = await StartAsync(TimeSpan.FromSeconds(20), failures);
        var left = new List<int>();
        for (var round = 0; round < 8; round++)
        {
            var pause = await NextPauseAsync();
            left.Add(failures.Count);
            engine.Time.Advance(pause);
        }

        Assert.Equal([2, 1, 1, 0], left.Take(4));
        await engine.Service.StopAsync(Cancelled);
        Assert.True(engine.Service.ExecuteTask!.IsCompletedSuccessfully);
    }

    [Fact]
    public async Task A_fault_where_the_lead_is_looked_after_does_not_end_it()
    {
        var engine = await StartAsync(TimeSpan.FromSeconds(20), ofLead: new([new InvalidOperationException("broken")]));

        Assert.Equal(1, (await NextPauseAsync()).TotalSeconds);
        engine.Time.Advance(TimeSpan.FromSeconds(1));
        await NextPauseAsync();

        Assert.NotNull(await engine.LeaderAsync());
        await engine.Service.StopAsync(Cancelled);
    }

    [Fact]
    public async Task Only_a_fault_of_the_process_itself_ends_it()
    {
        var engine = await StartAsync(TimeSpan.FromSeconds(20), new([new InsufficientMemoryException("none left")]));

        await Assert.ThrowsAsync<InsufficientMemoryException>(() => engine.Service.ExecuteTask!);
    }

    private ValueTask<TimeSpan> NextPauseAsync() => _pauses.Reader.ReadAsync(Cancelled);

    private async Task<TaskManagerUnderTest> StartAsync(TimeSpan heartbeat, Queue<Exception>? failures = null, Queue<Exception>? ofLead = null, bool withWorker = false)
    {
        var engine = new TaskManagerUnderTest(heartbeat);
        if (withWorker)
        {
            await engine.HireAsync();
        }

        engine.RowStore = rows => new InterceptedRowStore(rows, (table, partition, _) =>
        {
            if (table == ControlNames.LeasesTable && partition == "taskmanager" && ofLead?.TryDequeue(out var failure) == true)
            {
                throw failure;
            }
        });
        engine.RequestQueue = queue => new UnreliableMessageQueue(queue, failures ?? new());
        engine.Restart();
        engine.Time.TimerSet = pause => _pauses.Writer.TryWrite(pause);
        await engine.Service.StartAsync(Cancelled);
        return engine;
    }
}
