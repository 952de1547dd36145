using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Imagery.Images;

namespace AzurePerf.Cli.Images;

/// <summary>The folder that files are brought into. A file gets its name when it is whole and not before, so that a download which ends
/// early leaves no half file under it.</summary>
/// <param name="folder">Made where it is not there.</param>
internal sealed class DownloadFolder(DirectoryInfo folder)
{
    /// <summary>What a later download goes on with. The name tells of which file and which content.</summary>
    private const string Part = ".azureperf-part-";

    private const int DigestDigits = 16;

    private static readonly (string Begin, TimeSpan Kept)[] Abandoned =
        [(OutputFile.Unfinished, TimeSpan.FromHours(1)), (Part, TimeSpan.FromDays(7))];

    /// <summary>Its path.</summary>
    public string Path => folder.FullName;

    /// <summary>Size of a file in bytes; null where there is none.</summary>
    public long? SizeOf(RunFile file) => new FileInfo(PathOf(file)) is { Exists: true } known ? known.Length : null;

    /// <summary>Size in bytes of what the server has of a file that is there as it has it; null where there is none.</summary>
    /// <exception cref="CommandFailure">It cannot be read.</exception>
    public long? ServedSizeOf(RunFile file) => SizeOf(file) is not { } size ? null
        : ItemOf(file) is { } item ? item.Length : size;

    /// <summary>Opens a file that is there.</summary>
    /// <exception cref="CommandFailure">It cannot be read.</exception>
    public FileStream Open(RunFile file) => Guard(Path, () => File.OpenRead(PathOf(file)), "read");

    /// <summary>SHA-256 of a file that is there, as the server has it.</summary>
    /// <exception cref="CommandFailure">It cannot be read.</exception>
    public async Task<byte[]> HashAsync(RunFile file, CancellationToken cancellationToken)
    {
        if (ItemOf(file) is { } item)
        {
            return SHA256.HashData(item);
        }

        await using var known = Open(file);
        return await SHA256.HashDataAsync(known, cancellationToken);
    }

    /// <summary>Removes what downloads that were broken off left, an hour later, and after a week what one could have gone on with. A
    /// younger one may belong to a download that goes on, and one that cannot be removed stays.</summary>
    /// <param name="now">The time.</param>
    public void RemoveAbandoned(DateTimeOffset now)
    {
        foreach (var (begin, kept) in Abandoned)
        {
            FileInfo[] left = Exists ? Guard(Path, () => folder.GetFiles(begin + "*"), "read") : [];
            foreach (var file in left.Where(file => now - file.LastWriteTimeUtc > kept))
            {
                try
                {
                    file.Delete();
                }
                catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
                {
                    // It takes room and does no harm.
                }
            }
        }
    }

    /// <summary>What an earlier download has of a file; null where there is nothing, or another download is at it.</summary>
    public UnfinishedFile? FindPart(RunFile file)
    {
        var begin = PartOf(file);
        string[] parts = Exists ? Guard(Path, () => Directory.GetFiles(Path, begin + "*"), "read") : [];
        foreach (var path in parts)
        {
            var tag = TagOf(System.IO.Path.GetFileName(path)[begin.Length..]);
            if (tag is not null && TryOpen(path, FileMode.Open) is { } stream)
            {
                return new(path, PathOf(file), stream, tag);
            }
        }

        return null;
    }

    /// <summary>Begins a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="tag">Names the bytes that the server has of it; null where a download cannot go on with it.</param>
    /// <exception cref="CommandFailure">It cannot be written.</exception>
    public UnfinishedFile Begin(RunFile file, string? tag)
    {
        var target = PathOf(file);
        Guard(Path, () => Directory.CreateDirectory(System.IO.Path.GetDirectoryName(target)!), "written");
        if (tag is not null)
        {
            var part = System.IO.Path.Combine(Path, PartOf(file) + Convert.ToHexStringLower(Encoding.UTF8.GetBytes(tag)));
            if (TryOpen(part, FileMode.CreateNew) is { } stream)
            {
                return new(part, target, stream, tag);
            }
        }

        // Another download has that name, or there is none.
        var path = System.IO.Path.Combine(Path, OutputFile.Unfinished + System.IO.Path.GetRandomFileName());
        return new(path, target, Guard(Path, () => Exclusive(path, FileMode.CreateNew), "written"), tag: null);
    }

    /// <summary>Does something with files of a folder.</summary>
    /// <exception cref="CommandFailure">It cannot be done.</exception>
    public static T Guard<T>(string path, Func<T> action, string what)
    {
        try
        {
            return action();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Complaint(path, exception, what);
        }
    }

    /// <inheritdoc cref="Guard{T}"/>
    public static void Guard(string path, Action action, string what) => Guard(
        path,
        () =>
        {
            action();
            return true;
        },
        what);

    /// <summary>What is said of a folder or file that cannot be read or written.</summary>
    public static CommandFailure Complaint(string path, Exception exception, string what) =>
        new($"{path} cannot be {what}: {exception.Message}", cause: exception);

    /// <summary>An item that leads to its image as the server calls that; null of any other file, and of one that is no item.</summary>
    private byte[]? ItemOf(RunFile file) =>
        file.Image is var (there, _) && SizeOf(file) is <= UnfinishedFile.MostRewritten
            ? ItemLink.To(Guard(Path, () => File.ReadAllBytes(PathOf(file)), "read"), there)
            : null;

    /// <summary>As it is now: it is made by the first file.</summary>
    private bool Exists => Directory.Exists(Path);

    /// <summary>Without a buffer: a full disk is noticed by what writes, not when the file is closed.</summary>
    private static FileStream Exclusive(string path, FileMode mode) => new(path, mode, FileAccess.ReadWrite, FileShare.None, bufferSize: 0);

    private static FileStream? TryOpen(string path, FileMode mode)
    {
        try
        {
            return Exclusive(path, mode);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string PartOf(RunFile file) =>
        $"{Part}{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(file.Path)))[..DigestDigits]}-";

    private static string? TagOf(string hex) =>
        hex.Length % 2 == 0 && hex.All(char.IsAsciiHexDigit)
            && EntityTagHeaderValue.TryParse(Encoding.UTF8.GetString(Convert.FromHexString(hex)), out var tag) && !tag.IsWeak
                ? tag.Tag
                : null;

    private string PathOf(RunFile file) => System.IO.Path.Combine([Path, .. file.Path.Split('/')]);
}
