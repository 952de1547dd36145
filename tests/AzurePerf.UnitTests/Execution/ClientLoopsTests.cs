using System.Threading.Tasks.Sources;
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
        var watch = new FakeWatch();
        var probe = new FakeProbe { Execute = (_, _) => new(new AnswerOfAThread(), 0) };

        // Away from the test's own context, to which everything would go back.
        await Task.Run(() => new RunnerScene { Watch = watch }.RunAsync(probe, new TestLoad { OperationsPerClient = 1 }));

        Assert.True(watch.ClosedInPool);
    }

    /// <summary>Goes on with what waits, on a thread of its own.</summary>
    private sealed class AnswerOfAThread : IValueTaskSource<OperationResult>
    {
        private volatile bool _isThere;

        public OperationResult GetResult(short token) => new(0, 1);

        public ValueTaskSourceStatus GetStatus(short token) => _isThere ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            new Thread(() =>
            {
                _isThere = true;
                continuation(state);
            }).Start();
    }

    private sealed class Shapeless : FakeSetup;
}
