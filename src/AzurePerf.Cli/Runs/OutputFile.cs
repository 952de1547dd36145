using System.Text;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Runs;

/// <summary>A document that goes to a file or, without one, to standard output.</summary>
internal static class OutputFile
{
    /// <summary>How long the API may send nothing: a long one is made while it is sent.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    /// <summary>Begins the name of a file that is not whole yet. No server can name a file so: its names begin with no dot.</summary>
    public const string Unfinished = ".azureperf-unfinished-";

    /// <exception cref="CommandFailure">The file cannot be written. No part of the content is left in it.</exception>
    public static Task WriteAsync(FileInfo file, ReadOnlyMemory<byte> content, CancellationToken cancellationToken) =>
        WriteAsync(file, stream => stream.WriteAsync(content, cancellationToken).AsTask());

    /// <summary>What the API gives, which may be larger than memory. What breaks off leaves no part of it in a file.</summary>
    /// <exception cref="CommandFailure">It breaks off, or the file cannot be written.</exception>
    public static Task WriteAsync(Session session, FileInfo? file, ApiFile content, CancellationToken cancellationToken) => file is null
        ? PrintAsync(session, content, cancellationToken)
        : WriteAsync(file, stream => content.CopyToAsync(
            part => stream.WriteAsync(part, cancellationToken), session.Context.Time, Patience, cancellationToken));

    private static async Task WriteAsync(FileInfo file, Func<Stream, Task> write)
    {
        try
        {
            // A device, a pipe or a link stays what it is.
            var target = BehindLinks(file);
            await (target is { Exists: true, Length: 0 } or { LinkTarget: not null } or { DirectoryName: null }
                ? FillAsync(file.FullName, write)
                : ReplaceAsync(target, write));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw NotWritten(file, exception);
        }
    }

    /// <summary>Says why a file cannot be written.</summary>
    public static CommandFailure NotWritten(FileInfo file, Exception exception)
    {
        var reason = file.Directory is { Exists: false } folder ? $"the folder {folder.FullName} is not there" : exception.Message;
        return new($"{file.FullName} cannot be written: {reason}", cause: exception);
    }

    /// <summary>The file that a link leads to; the link itself where there is none yet, or where the system made it: behind /dev/stdout is
    /// a file that others write to as well.</summary>
    public static FileInfo BehindLinks(FileInfo file) =>
        file.LinkTarget is not null
            && file.FullName.Split(Path.DirectorySeparatorChar) is ["", "dev", "shm", ..] or not ["", "dev" or "proc", ..]
            && file.ResolveLinkTarget(returnFinalTarget: true) is FileInfo { Exists: true } target
            ? target
            : file;

    /// <summary>What is there stays until all has come, and its mode afterwards too.</summary>
    private static async Task ReplaceAsync(FileInfo file, Func<Stream, Task> write)
    {
        var part = Path.Combine(file.DirectoryName!, Unfinished + Path.GetRandomFileName());
        try
        {
            if (!await TryFillAsync(part, write))
            {
                // The file may be written, but its folder may not.
                await FillAsync(file.FullName, write);
                return;
            }

            if (file.Exists && !OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(part, file.UnixFileMode);
            }

            File.Move(part, file.FullName, overwrite: true);
        }
        finally
        {
            File.Delete(part);
        }
    }

    /// <summary>False where no file can be made beside one that is there.</summary>
    private static async Task<bool> TryFillAsync(string part, Func<Stream, Task> write)
    {
        try
        {
            await FillAsync(part, write);
            return true;
        }
        catch (UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Without a buffer: a full disk is noticed by what writes, not when the file is closed.</summary>
    private static async Task FillAsync(string path, Func<Stream, Task> write)
    {
        await using var stream = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        try
        {
            await write(stream);
        }
        catch when (stream.CanSeek && stream.Length > 0)
        {
            stream.SetLength(0);
            throw;
        }
    }

    /// <summary>Ends when all is written, or nobody reads any more.</summary>
    private static async Task PrintAsync(Session session, ApiFile content, CancellationToken cancellationToken)
    {
        var terminal = session.Context.Terminal;
        var (output, decoder, last) = (terminal.Output, Encoding.UTF8.GetDecoder(), '\0');
        using var abandoned = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            await content.CopyToAsync(async part =>
            {
                var text = new char[Encoding.UTF8.GetMaxCharCount(part.Length)];
                var count = decoder.GetChars(part.Span, text, flush: false);
                output.Write(text, 0, count);
                last = count > 0 ? text[count - 1] : last;
                if (terminal.IsAbandoned())
                {
                    await abandoned.CancelAsync();
                }
            }, session.Context.Time, Patience, abandoned.Token);
        }
        catch (OperationCanceledException) when (terminal.IsAbandoned() && !cancellationToken.IsCancellationRequested)
        {
            return;
        }

        output.Write(last == '\n' ? "" : "\n");
        output.Flush();
    }
}
