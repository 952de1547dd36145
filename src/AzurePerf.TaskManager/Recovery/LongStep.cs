namespace AzurePerf.TaskManager.Recovery;

/// <summary>
/// A step that may take longer than the lead may go without renewal, such as summing up a bag of a million tasks. It is a sequence that
/// pauses now and then by giving null, and whose last item is its result: it goes on where it paused when its turn comes again. Losing it
/// costs its repetition.
/// </summary>
/// <param name="slice">How long it goes on before it pauses.</param>
internal sealed class LongStep(TimeSpan slice) : IAsyncDisposable
{
    private string _name = "";
    private IAsyncEnumerator<object?>? _step;

    /// <summary>True while a step of that name has begun and not ended.</summary>
    public bool IsUnderWay(string name) => _step is not null && _name == name;

    /// <summary>Begins the step or goes on with it, for a slice; its result, or null when it has not ended.</summary>
    /// <param name="name">Names the step: under another name a new one begins.</param>
    /// <param name="begin">Begins it.</param>
    /// <param name="time">Measures the slice.</param>
    public async Task<T?> ContinueAsync<T>(string name, Func<IAsyncEnumerable<T?>> begin, TimeProvider time)
        where T : class
    {
        if (_step is null || _name != name)
        {
            await DisposeAsync();
            (_name, _step) = (name, begin().GetAsyncEnumerator());
        }

        var began = time.GetTimestamp();
        T? result = null;
        var paused = false;
        try
        {
            while (result is null && !paused)
            {
                result = await _step.MoveNextAsync()
                    ? (T?)_step.Current
                    : throw new InvalidOperationException($"the step '{name}' ended without a result");
                paused = result is null && time.GetElapsedTime(began) >= slice;
            }
        }
        finally
        {
            if (!paused)
            {
                await DisposeAsync();
            }
        }

        return result;
    }

    public async ValueTask DisposeAsync()
    {
        if (_step is { } step)
        {
            _step = null;
            await step.DisposeAsync();
        }
    }
}
