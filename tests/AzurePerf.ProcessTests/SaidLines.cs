using System.Threading.Channels;

namespace AzurePerf.ProcessTests;

/// <summary>Everything that is said, in order, for a test that waits for a line.</summary>
internal sealed class SaidLines : IProgress<string>
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

    public void Report(string value) => _lines.Writer.TryWrite(value);

    /// <summary>All lines up to the first of a kind; fails after 60 s with those that came.</summary>
    public async Task<IReadOnlyList<string>> UntilAsync(Func<string, bool> wanted, CancellationToken cancellationToken)
    {
        using var late = new CancellationTokenSource(Limit, TimeProvider.System);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        var lines = new List<string>();
        try
        {
            do
            {
                lines.Add(await _lines.Reader.ReadAsync(either.Token));
            }
            while (!wanted(lines[^1]));
        }
        catch (OperationCanceledException) when (late.IsCancellationRequested)
        {
            Assert.Fail("not said within 60 s; said was:\n" + string.Join('\n', lines));
        }

        return lines;
    }

    /// <summary>What else has been said so far.</summary>
    public IReadOnlyList<string> Rest()
    {
        var lines = new List<string>();
        while (_lines.Reader.TryRead(out var line))
        {
            lines.Add(line);
        }

        return lines;
    }
}
