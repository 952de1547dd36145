using System.Net;
using System.Security.Cryptography;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Texts;
using AzurePerf.Imagery.Images;

namespace AzurePerf.Cli.Images;

/// <summary>Brings files of a run into a folder; those that are there with the same content are kept.</summary>
/// <param name="api">The API.</param>
/// <param name="run">The run.</param>
/// <param name="folder">Where they go.</param>
/// <param name="since">When they must have been stored at the earliest; null for any time.</param>
/// <param name="time">For waits.</param>
internal sealed class ImageDownload(ApiClient api, string run, DownloadFolder folder, DateTimeOffset? since, TimeProvider time)
{
    private readonly List<BroughtFile> _brought = [];
    private readonly List<(string Path, string Reason)> _missing = [];

    /// <summary>What is in the folder now, in the order in which it was asked for.</summary>
    public IReadOnlyList<BroughtFile> Brought => _brought;

    /// <summary>Files that were left out because they are older.</summary>
    public int Older { get; private set; }

    /// <summary>Files that the server does not have any more, in that order, and what it says of them.</summary>
    public IReadOnlyList<(string Path, string Reason)> Missing => _missing;

    /// <summary>Brings the manifest. One that is there, also by another download meanwhile, must have the same content.</summary>
    /// <exception cref="CommandFailure">The folder has the files of another request.</exception>
    public async Task BringManifestAsync(RunFile manifest, CancellationToken cancellationToken)
    {
        if (folder.SizeOf(manifest) is null
            && await AgainAsync(() => FetchAsync(manifest, replaces: false, cancellationToken), cancellationToken) is { } written)
        {
            _brought.Add(new(manifest.Path, written, WasThere: false));
            return;
        }

        var expected = await AgainAsync(() => HashAsync(manifest, cancellationToken), cancellationToken);
        var there = await folder.HashAsync(manifest, cancellationToken);
        if (!expected.AsSpan().SequenceEqual(there))
        {
            throw new CommandFailure(
                $"{folder.Path} has the files of another request, as its {manifest.Path} says: name another folder with --to");
        }

        _brought.Add(new(manifest.Path, folder.SizeOf(manifest) ?? 0, WasThere: true));
    }

    /// <summary>Brings one file, unless it is there, older than asked for or missing.</summary>
    /// <exception cref="CommandFailure">It cannot be read or written.</exception>
    public async Task BringAsync(RunFile file, CancellationToken cancellationToken)
    {
        try
        {
            await BringIfWantedAsync(file, cancellationToken);
        }
        catch (ApiFailure failure) when (failure.Status is HttpStatusCode.NotFound or HttpStatusCode.Gone)
        {
            _missing.Add((file.Path, failure.Message));
        }
    }

    private async Task BringIfWantedAsync(RunFile file, CancellationToken cancellationToken)
    {
        var size = folder.ServedSizeOf(file);
        switch (await AgainAsync(() => ChooseAsync(file, size, cancellationToken), cancellationToken))
        {
            case FileChoice.Keep:
                _brought.Add(new(file.Path, folder.SizeOf(file) ?? 0, WasThere: true));
                break;
            case FileChoice.LeaveOut:
                Older++;
                break;
            default:
                var written = await AgainAsync(() => FetchAsync(file, replaces: true, cancellationToken), cancellationToken);
                _brought.Add(new(file.Path, written ?? 0, WasThere: false));
                break;
        }
    }

    /// <summary>A file that is new, and may be of any time, costs no request here.</summary>
    private async Task<FileChoice> ChooseAsync(RunFile file, long? size, CancellationToken cancellationToken)
    {
        var head = size is null && since is null ? null : await api.FindImageFileAsync(run, file.Address, cancellationToken);
        ReadOnlyMemory<byte>? digest = head?.Digest is not null && head.Bytes == size
            ? await folder.HashAsync(file, cancellationToken)
            : null;
        return FileChoices.Of(file.IsOfOneRun, head, size, digest, since);
    }

    /// <summary>Downloads a file, or the rest of it.</summary>
    /// <returns>Its size in bytes; null where one is there and stays.</returns>
    private async Task<long?> FetchAsync(RunFile file, bool replaces, CancellationToken cancellationToken)
    {
        await using var part = folder.FindPart(file);
        // At least the last byte is asked for again: of no byte there is no part.
        (string Tag, long First)? rest = part is { Tag: { } tag, Bytes: > 0 } ? (tag, part.Bytes - 1) : null;
        using var content = await api.OpenImageFileAsync(run, file.Address, cancellationToken, rest);
        if (part is not null && rest is not null && content.First == rest.Value.First && content.Head.Tag == rest.Value.Tag)
        {
            return await WriteAsync(file, content, part, replaces, cancellationToken);
        }

        part?.GiveUp();
        if (content.First > 0)
        {
            throw new ApiFailure($"{file.Address} came from another byte on than was asked for");
        }

        if (part is not null)
        {
            await part.DisposeAsync();
        }

        // An item does not stay as the server has it, so that nobody could go on with half of one.
        await using var target = folder.Begin(file, file.Image is null ? content.Head.Tag : null);
        return await WriteAsync(file, content, target, replaces, cancellationToken);
    }

    private async Task<long?> WriteAsync(
        RunFile file, ApiFile content, UnfinishedFile target, bool replaces, CancellationToken cancellationToken)
    {
        await target.WriteAsync(content.First, stream => content.CopyToAsync(stream, time, cancellationToken));
        var bytes = target.Bytes;
        if (content.Head.Bytes is { } promised && promised != bytes)
        {
            target.GiveUp();
            throw new ApiFailure($"{file.Address} has {NumberFormat.Count(bytes)} bytes in place of {NumberFormat.Count(promised)}");
        }

        if (content.Head.Digest is { } digest && !(await target.HashAsync(cancellationToken)).AsSpan().SequenceEqual(digest))
        {
            target.GiveUp();
            throw new ApiFailure($"{file.Address} came with other bytes than the server says: their SHA-256 differs");
        }

        if (file.Image is var (_, here))
        {
            bytes = await target.RewriteAsync(item => ItemLink.To(item, here), cancellationToken);
        }

        return await target.FinishAsync(replaces) ? bytes : null;
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
        api.AgainAsync(attempt, cancellationToken);
}

/// <summary>A file that is in the folder.</summary>
/// <param name="Path">Below it, with / between its parts.</param>
/// <param name="Bytes">Its size.</param>
/// <param name="WasThere">True when it was kept as it was.</param>
internal sealed record BroughtFile(string Path, long Bytes, bool WasThere);
