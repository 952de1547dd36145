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
        var answer = new TaskCompletionSource<OperationResult>();
        var (asked, loop) = (new TaskCompletionSource(), default(Task<bool>));
        var probe = new FakeProbe
        {
            Execute = (_, _) =>
            {
                asked.SetResult();
                return new(answer.Task);
            },
        };
        loop = RunAsync();
        await asked.Task;

        new Thread(() => answer.SetResult(new(0, 1))).Start();

        Assert.True(await loop);

        async Task<bool> RunAsync()
        {
            await new RunnerScene().RunAsync(probe, new TestLoad { OperationsPerClient = 1 });
            return Thread.CurrentThread.IsThreadPoolThread;
        }
    }

    private sealed class Shapeless : FakeSetup;
}
