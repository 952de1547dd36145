using System.Security.Cryptography;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Images;

/// <summary>A file that is being written under a name of its own, and gets its true one when it is whole. What breaks off stays where a
/// later download can go on with it, and else goes.</summary>
/// <param name="path">Where it is.</param>
/// <param name="target">Where it is going to be.</param>
/// <param name="stream">Its content; nobody else writes it meanwhile.</param>
/// <param name="tag">Names the bytes that the server has of it; null where a download cannot go on with it.</param>
internal sealed class UnfinishedFile(string path, string target, FileStream stream, string? tag) : IAsyncDisposable
{
    /// <summary>Bytes of the largest file that is written anew: those that are have a few thousand.</summary>
    public const long MostRewritten = 1 << 20;

    private bool _isWorthless;
    private bool _isMoved;
    private bool _isDisposed;

    /// <summary>Names the bytes that the server has of it.</summary>
    public string? Tag => tag;

    /// <summary>Bytes that it has.</summary>
    public long Bytes => stream.Length;

    /// <summary>Writes from a position on; what was there before it stays.</summary>
    /// <exception cref="CommandFailure">It cannot be written.</exception>
    public async Task WriteAsync(long first, Func<Stream, Task> write)
    {
        try
        {
            stream.Position = first;
            await write(stream);
            await stream.FlushAsync();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw DownloadFolder.Complaint(target, exception, "written");
        }
    }

    /// <summary>SHA-256 of what it has.</summary>
    public async Task<byte[]> HashAsync(CancellationToken cancellationToken)
    {
        stream.Position = 0;
        return await SHA256.HashDataAsync(stream, cancellationToken);
    }

    /// <summary>Puts other bytes in the place of all that it has; a large file stays as it is.</summary>
    /// <returns>Bytes that it has then.</returns>
    /// <exception cref="CommandFailure">It cannot be written.</exception>
    public async Task<long> RewriteAsync(Func<byte[], byte[]> write, CancellationToken cancellationToken)
    {
        if (Bytes <= MostRewritten)
        {
            var content = new byte[Bytes];
            stream.Position = 0;
            await stream.ReadExactlyAsync(content, cancellationToken);
            var other = write(content);
            stream.SetLength(0);
            await WriteAsync(0, target => target.WriteAsync(other, cancellationToken).AsTask());
        }

        return Bytes;
    }

    /// <summary>Nothing of it is of use: it is removed at the end.</summary>
    public void GiveUp() => _isWorthless = true;

    /// <summary>Gives it its name.</summary>
    /// <param name="replaces">Whether a file that is there is replaced.</param>
    /// <returns>False where one is there and stays.</returns>
    /// <exception cref="CommandFailure">It cannot be written.</exception>
    public async Task<bool> FinishAsync(bool replaces)
    {
        try
        {
            await stream.DisposeAsync();
            File.Move(path, target, overwrite: replaces);
            _isMoved = true;
            return true;
        }
        catch (IOException) when (!replaces && File.Exists(target))
        {
            _isWorthless = true;
            return false;
        }
        catch (FileNotFoundException) when (File.Exists(target))
        {
            // Another download of the same bytes was here between.
            _isMoved = true;
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw DownloadFolder.Complaint(target, exception, "written");
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        var isEmpty = !_isMoved && stream.CanRead && stream.Length == 0;
        await stream.DisposeAsync();
        if (!_isMoved && (_isWorthless || isEmpty || tag is null))
        {
            DownloadFolder.Guard(target, () => File.Delete(path), "written");
        }
    }
}
