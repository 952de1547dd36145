using System.Threading.Channels;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>Hands each operation to the test, which decides when it ends; the test knows that an end was recorded when its follow-up comes.</summary>
internal sealed class ManualProbe : FakeSetup, IProbe
{
    private readonly Channel<ManualCall> _calls = Channel.CreateUnbounded<ManualCall>();
    private readonly Channel<Operation> _recorded = Channel.CreateUnbounded<Operation>();

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<OperationResult>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var registration = cancellationToken.Register(() => answer.TrySetCanceled(cancellationToken));
        _calls.Writer.TryWrite(new(operation, answer));
        return await answer.Task;
    }

    public ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken)
    {
        _recorded.Writer.TryWrite(operation);
        return ValueTask.CompletedTask;
    }

    public ValueTask<ManualCall> NextAsync() => _calls.Reader.ReadAsync(Xunit.TestContext.Current.CancellationToken);

    /// <summary>The next calls of as many different clients, by client.</summary>
    public async Task<ManualCall[]> NextOfEachAsync(int clients)
    {
        var calls = new ManualCall[clients];
        for (var count = 0; count < clients; count++)
        {
            var call = await NextAsync();
            calls[call.Operation.Client] = call;
        }

        return calls;
    }

    public async Task EndAsync(ManualCall call, long bytes = 0)
    {
        call.Answer.SetResult(new(bytes, 1));
        var recorded = await _recorded.Reader.ReadAsync(Xunit.TestContext.Current.CancellationToken);
        Xunit.Assert.Equal(call.Operation, recorded);
    }
}
