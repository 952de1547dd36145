using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Live;

/// <summary>Writes server-sent events. What was written goes out with <see cref="FlushAsync"/>, within a time limit: a watcher who takes
/// longer is dropped and may resume by id.</summary>
internal sealed class EventStream(Stream body, TimeProvider time)
{
    /// <summary>How long one piece may take to go out.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>What a watcher may hold between two pieces.</summary>
    private const int KeptBytes = 8 * 1024;

    private ArrayBufferWriter<byte> _piece = new();

    /// <summary>Bytes that wait to go out.</summary>
    public int Waiting => _piece.WrittenCount;

    /// <summary>Tells a browser how soon to come back after a broken connection.</summary>
    public void Retry(TimeSpan pause) => Write(string.Create(CultureInfo.InvariantCulture, $"retry: {(int)pause.TotalMilliseconds}\n\n"));

    /// <summary>An event of the run. Its id is its sequence number, by which a watcher resumes.</summary>
    public void Event(RunEvent entry) =>
        Write(
            string.Create(CultureInfo.InvariantCulture,
                $"id: {entry.Sequence}\nevent: event\ndata: {JsonSerializer.Serialize(entry, ApiJson.Options)}\n\n"));

    /// <summary>The run as it is now. It has no id: only the newest one counts.</summary>
    public void Run(ReadOnlyMemory<byte> json)
    {
        Write("event: run\ndata: ");
        _piece.Write(json.Span);
        Write("\n\n");
    }

    /// <summary>A sign of life, so that both sides notice a broken connection.</summary>
    public void Heartbeat() => Write("event: heartbeat\ndata: {}\n\n");

    /// <summary>Nothing follows: do not come back.</summary>
    public void End(RunResponse run) =>
        Write($"event: end\ndata: {JsonSerializer.Serialize(new RunEnding(run.Status, run.Reason), ApiJson.Options)}\n\n");

    /// <summary>Sends what was written.</summary>
    /// <exception cref="TimeoutException">The watcher does not take it.</exception>
    public async Task FlushAsync(CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(Patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            await body.WriteAsync(_piece.WrittenMemory, either.Token);
            await body.FlushAsync(either.Token);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"a watcher took nothing for {Patience.TotalSeconds:F0} s");
        }

        if (_piece.Capacity > KeptBytes)
        {
            _piece = new();
        }
        else
        {
            _piece.ResetWrittenCount();
        }
    }

    private void Write(string text) => Encoding.UTF8.GetBytes(text, _piece);
}
