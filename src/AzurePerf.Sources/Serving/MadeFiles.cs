using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Made;

namespace AzurePerf.Sources.Serving;

/// <summary>
/// Made granules in a temporary folder, made when they are first asked for, one at a time. The file that was asked for longest ago goes
/// when they have too many bytes; its length and sum are remembered, as it will be the same when it is made again. The folder goes at
/// the end.
/// </summary>
internal sealed class MadeFiles(MadeArchive archive, long maximalBytes) : IAsyncDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("azureperf-made-").FullName;
    private readonly ConcurrentDictionary<string, MadeFile> _known = new(StringComparer.Ordinal);
    private readonly LinkedList<MadeFile> _kept = [];
    private readonly SemaphoreSlim _making = new(1);
    private long _bytes;

    /// <summary>Length and sum of a file that was made before, or null.</summary>
    public MadeFile? Known(string name) => _known.GetValueOrDefault(name);

    /// <summary>Length and sum of a file, which is made unless they are known.</summary>
    public async Task<MadeFile> DescribeAsync(GranuleName granule, string name, CancellationToken cancellationToken)
    {
        if (Known(name) is { } known)
            return known;
        await using var stream = await OpenAsync(granule, name, cancellationToken);
        return _known[name];
    }

    /// <summary>Opens a file, which the caller closes. It can be read to its end even when it is deleted in the meantime.</summary>
    public async Task<Stream> OpenAsync(GranuleName granule, string name, CancellationToken cancellationToken)
    {
        await _making.WaitAsync(cancellationToken);
        try
        {
            if (Known(name) is not { } file || !_kept.Remove(file))
                file = await MakeAsync(granule, name);
            _kept.AddLast(file);
            while (_bytes > maximalBytes && _kept.First!.Value is var oldest && oldest != file)
            {
                File.Delete(PathOf(oldest));
                _kept.RemoveFirst();
                _bytes -= oldest.Length;
            }

            return new FileStream(PathOf(file), FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete, 1 << 16, useAsync: true);
        }
        finally
        {
            _making.Release();
        }
    }

    /// <summary>Waits for the file that is being made, then removes the folder. Later requests wait until they are cancelled.</summary>
    public async ValueTask DisposeAsync()
    {
        await _making.WaitAsync();
        if (Directory.Exists(_folder))
            Directory.Delete(_folder, recursive: true);
    }

    // Begun work is finished: the next who asks has it.
    private async Task<MadeFile> MakeAsync(GranuleName granule, string name)
    {
        var bytes = await Task.Run(() => archive.Make(granule));
        var file = new MadeFile(name, bytes.Length, SumOf(bytes));
        await File.WriteAllBytesAsync(PathOf(file), bytes);
        _known[name] = file;
        _bytes += file.Length;
        return file;
    }

    [SuppressMessage("Security", "CA5351", Justification = "The archive's listings have these sums; they find damage, not attacks.")]
    private static string SumOf(byte[] bytes) => Convert.ToHexStringLower(MD5.HashData(bytes));

    private string PathOf(MadeFile file) => Path.Combine(_folder, file.Name);
}

/// <summary>What is known of a file once it was made.</summary>
/// <param name="Name">Without folders.</param>
/// <param name="Length">In bytes.</param>
/// <param name="Md5">In small hexadecimal digits.</param>
internal sealed record MadeFile(string Name, long Length, string Md5);
