namespace AzurePerf.ImageryTests.Sources;

/// <summary>A file in memory that says when so many bytes have come.</summary>
internal sealed class ArrivingStream : MemoryStream
{
    private readonly Lock _lock = new();
    private readonly List<(long Length, TaskCompletionSource Reached)> _waiting = [];

    public Task ReachedAsync(long length)
    {
        lock (_lock)
        {
            if (Length >= length) return Task.CompletedTask;
            var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Add((length, reached));
            return reached.Task;
        }
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        lock (_lock)
        {
            base.Write(buffer.Span);
            foreach (var (length, reached) in _waiting)
                if (Length >= length) reached.TrySetResult();
        }

        await ValueTask.CompletedTask;
    }
}
