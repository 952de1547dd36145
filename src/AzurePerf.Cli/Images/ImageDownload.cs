using System.Security.Cryptography;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Images;

/// <summary>Brings files of a run into a folder; those that are there with the same size are kept, unless they are of one run.</summary>
/// <param name="api">The API.</param>
/// <param name="run">The run.</param>
/// <param name="folder">Where they go.</param>
/// <param name="time">For waits.</param>
internal sealed class ImageDownload(ApiClient api, string run, DownloadFolder folder, TimeProvider time)
{
    private readonly List<BroughtFile> _brought = [];

    /// <summary>What is in the folder now, in the order in which it was asked for.</summary>
    public IReadOnlyList<BroughtFile> Brought => _brought;

    /// <summary>Brings the manifest. One that is there, also by another download meanwhile, must have the same content.</summary>
    /// <exception cref="CommandFailure">The folder has the files of another request.</exception>
    public async Task BringManifestAsync(RunFile manifest, CancellationToken cancellationToken)
    {
        if (folder.SizeOf(manifest) is null
            && await AgainAsync(() => AddAsync(manifest, cancellationToken), cancellationToken) is { } written)
        {
            _brought.Add(new(manifest.Path, written, WasThere: false));
            return;
        }

        var expected = await AgainAsync(() => HashAsync(manifest, cancellationToken), cancellationToken);
        await using var known = folder.Open(manifest);
        var there = await SHA256.HashDataAsync(known, cancellationToken);
        if (!expected.AsSpan().SequenceEqual(there))
        {
            throw new CommandFailure(
                $"{folder.Path} has the files of another request, as its {manifest.Path} says: name another folder with --to");
        }

        _brought.Add(new(manifest.Path, known.Length, WasThere: true));
    }

    /// <summary>Brings one file.</summary>
    /// <exception cref="CommandFailure">It cannot be read or written.</exception>
    public async Task BringAsync(RunFile file, CancellationToken cancellationToken) =>
        _brought.Add(await AgainAsync(() => TryBringAsync(file, cancellationToken), cancellationToken));

    private async Task<BroughtFile> TryBringAsync(RunFile file, CancellationToken cancellationToken)
    {
        using var content = await api.OpenImageFileAsync(run, file.Address, cancellationToken);
        if (!file.IsOfOneRun && content.Bytes is { } bytes && folder.SizeOf(file) == bytes)
        {
            return new(file.Path, bytes, WasThere: true);
        }

        var written = await folder.WriteAsync(file, stream => content.CopyToAsync(stream, time, cancellationToken), replaces: true);
        return new(file.Path, written ?? 0, WasThere: false);
    }

    private async Task<long?> AddAsync(RunFile file, CancellationToken cancellationToken)
    {
        using var content = await api.OpenImageFileAsync(run, file.Address, cancellationToken);
        return await folder.WriteAsync(file, stream => content.CopyToAsync(stream, time, cancellationToken), replaces: false);
    }

    private async Task<byte[]> HashAsync(RunFile file, CancellationToken cancellationToken)
    {
        using var content = await api.OpenImageFileAsync(run, file.Address, cancellationToken);
        using var hash = SHA256.Create();
        await using (var stream = new CryptoStream(Stream.Null, hash, CryptoStreamMode.Write))
        {
            await content.CopyToAsync(stream, time, cancellationToken);
            await stream.FlushFinalBlockAsync(cancellationToken);
        }

        return hash.Hash!;
    }

    private Task<T> AgainAsync<T>(Func<Task<T>> attempt, CancellationToken cancellationToken) =>
        PassingApiFailure.AgainAsync(time, attempt, cancellationToken);
}

/// <summary>A file that is in the folder.</summary>
/// <param name="Path">Below it, with / between its parts.</param>
/// <param name="Bytes">Its size.</param>
/// <param name="WasThere">True when it was kept as it was.</param>
internal sealed record BroughtFile(string Path, long Bytes, bool WasThere);
