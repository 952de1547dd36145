namespace AzurePerf.Sources.Transfers;

/// <summary>Ends a wait for the network in which nothing came for as long as the limit. Made for one attempt.</summary>
internal sealed class ProgressLimit : IDisposable
{
    private readonly TimeSpan _limit;
    private readonly CancellationTokenSource _silence;
    private readonly CancellationTokenSource _either;
    private readonly CancellationToken _caller;

    /// <param name="limit">Longest silence.</param>
    /// <param name="time">Measures it.</param>
    /// <param name="caller">Ends the wait as well, and as a cancellation.</param>
    public ProgressLimit(TimeSpan limit, TimeProvider time, CancellationToken caller)
    {
        (_limit, _caller) = (limit, caller);
        _silence = new(limit, time);
        _either = CancellationTokenSource.CreateLinkedTokenSource(_silence.Token, caller);
    }

    /// <summary>Waits for the network, from now on for as long as the limit.</summary>
    /// <exception cref="PassingFailure">Nothing came.</exception>
    /// <exception cref="OperationCanceledException">The caller wants no more.</exception>
    public async Task<T> RunAsync<T>(Func<CancellationToken, Task<T>> waitAsync)
    {
        _silence.CancelAfter(_limit);
        try
        {
            return await waitAsync(_either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!_caller.IsCancellationRequested)
        {
            throw new PassingFailure(SourceCause.Cut, FormattableString.Invariant($"nothing came for {_limit.TotalSeconds} s"));
        }
        finally
        {
            // What the caller does with what came, such as writing it, is no silence.
            _silence.CancelAfter(Timeout.InfiniteTimeSpan);
        }
    }

    public void Dispose()
    {
        _either.Dispose();
        _silence.Dispose();
    }
}
