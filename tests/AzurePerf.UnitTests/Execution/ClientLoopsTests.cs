using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ClientLoopsTests
{
    [Fact]
    public async Task A_probe_of_no_known_shape_is_refused()
    {
        var exception = await Assert.ThrowsAsync<ArgumentException>(() => new RunnerScene().RunAsync(new Shapeless(), new TestLoad()));

        Assert.StartsWith("Shapeless is none of the shapes of a probe", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_follows_the_last_client_does_not_go_on_where_its_answer_was_received()
    {
        var (asked, answer, watch) = (new TaskCompletionSource(), new TaskCompletionSource<OperationResult>(), new FakeWatch());
        var probe = new FakeProbe
        {
            Execute = (_, _) =>
            {
                asked.SetResult();
                return new(answer.Task);
            },
        };
        var running = new RunnerScene { Watch = watch }.RunAsync(probe, new TestLoad { OperationsPerClient = 1 });
        await asked.Task;

        new Thread(() => answer.SetResult(new(0, 1))).Start();
        await running;

        Assert.True(watch.ClosedInPool);
    }

    private sealed class Shapeless : FakeSetup;
}
