using System.Text;

namespace AzurePerf.Cli.Output;

/// <summary>A standard stream that may be a file on a full disk, a terminal that was closed, or not there at all.</summary>
/// <param name="inner">What is written to.</param>
/// <param name="failed">Told that it cannot be; when this returns, what was to be written is lost and nothing else.</param>
internal sealed class GuardedWriter(TextWriter inner, Action<Exception> failed) : TextWriter
{
    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => Guard(() => inner.Write(value));

    public override void Write(char[] buffer, int index, int count) => Guard(() => inner.Write(buffer, index, count));

    public override void Write(string? value) => Guard(() => inner.Write(value));

    public override void WriteLine() => Guard(inner.WriteLine);

    public override void WriteLine(string? value) => Guard(() => inner.WriteLine(value));

    public override void Flush() => Guard(inner.Flush);

    private void Guard(Action write)
    {
        try
        {
            write();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            // What .NET says of a stream that is not there speaks of a path.
            failed(failure.GetBaseException());
        }
    }
}
