using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Made;

namespace AzurePerf.Sources.Serving;

/// <summary>
/// Made granules in memory, made when they are first asked for, one at a time. The file that was asked for longest ago goes when they have
/// too many bytes; its length and sum are remembered, as it will be the same when it is made again.
/// </summary>
internal sealed class MadeFiles(MadeArchive archive, long maximalBytes) : IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, MadeFile> _known = new(StringComparer.Ordinal);
    private readonly LinkedList<(MadeFile File, byte[] Bytes)> _kept = [];
    private readonly SemaphoreSlim _making = new(1);
    private long _bytes;

    /// <summary>Length and sum of a file that was made before, or null.</summary>
    public MadeFile? Known(string name) => _known.GetValueOrDefault(name);

    /// <summary>The bytes of a file, which are not to be changed.</summary>
    public async Task<byte[]> ReadAsync(GranuleName granule, string name, CancellationToken cancellationToken)
    {
        await _making.WaitAsync(cancellationToken);
        try
        {
            if (TakeOut(name) is not { } file)
                file = await MakeAsync(granule, name);
            _kept.AddLast(file);
            _bytes += file.Bytes.Length;
            while (_bytes > maximalBytes && _kept.Count > 1)
            {
                _bytes -= _kept.First!.Value.Bytes.Length;
                _kept.RemoveFirst();
            }

            return file.Bytes;
        }
        finally
        {
            _making.Release();
        }
    }

    /// <summary>Waits for the file that is being made. Nobody may ask any more.</summary>
    public async ValueTask DisposeAsync()
    {
        await _making.WaitAsync();
        _making.Dispose();
    }

    private (MadeFile File, byte[] Bytes)? TakeOut(string name)
    {
        for (var node = _kept.Last; node is not null; node = node.Previous)
        {
            if (node.Value.File.Name != name)
                continue;
            _kept.Remove(node);
            _bytes -= node.Value.Bytes.Length;
            return node.Value;
        }

        return null;
    }

    // Begun work is finished: the next who asks has it.
    private async Task<(MadeFile File, byte[] Bytes)> MakeAsync(GranuleName granule, string name)
    {
        var bytes = await Task.Run(() => archive.Make(granule));
        var file = new MadeFile(name, bytes.Length, SumOf(bytes));
        _known[name] = file;
        return (file, bytes);
    }

    [SuppressMessage("Security", "CA5351", Justification = "The archive's listings have these sums; they find damage, not attacks.")]
    private static string SumOf(byte[] bytes) => Convert.ToHexStringLower(MD5.HashData(bytes));
}

/// <summary>What is known of a file once it was made.</summary>
/// <param name="Name">Without folders.</param>
/// <param name="Length">In bytes.</param>
/// <param name="Md5">In small hexadecimal digits.</param>
internal sealed record MadeFile(string Name, long Length, string Md5);
