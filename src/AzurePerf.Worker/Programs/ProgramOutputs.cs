using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Reductions;
using AzurePerf.Sandbox;

namespace AzurePerf.Worker.Programs;

/// <summary>Reads what a program wrote to its folder <c>out</c>. Nothing in it is trusted: the program wrote it.</summary>
internal static class ProgramOutputs
{
    public const string Folder = "out";

    /// <summary>Bytes of all files of one run, which are held in memory until they are stored.</summary>
    public const int MostBytes = 64 << 20;
    private const int LongestName = 80;

    /// <summary>The files that a program named, or one sentence that says what is wrong.</summary>
    /// <param name="folder">Of the program, after the end of its last process.</param>
    /// <param name="names">As its manifest has them.</param>
    /// <param name="mostBytes">Of all files together, as the program wrote them: one of several names counts once.</param>
    /// <param name="isMade">Whether its images are of made granules, which its GeoTIFFs then say too.</param>
    /// <param name="stop">Ends the reading.</param>
    /// <param name="mostStored">Of all files together, as they are stored.</param>
    /// <exception cref="ExecutionEndedException">The worker cannot open them, whatever the program wrote.</exception>
    public static async Task<(IReadOnlyList<ReducedFile> Files, string? Fault)> ReadAsync(
        string folder, IReadOnlyList<string> names, long mostBytes, bool isMade, CancellationToken stop, long mostStored = MostBytes)
    {
        if (OtherThan(names, Path.Combine(folder, Folder)) is { } other)
        {
            return ([], $"The program wrote {Folder}/{Shown(other)}, which its outputs do not name.");
        }

        var files = new List<ReducedFile>();
        var counted = new HashSet<(ulong Device, ulong Inode)>();
        var (written, held) = (0L, 0L);
        var room = mostStored;
        foreach (var name in names)
        {
            if (Open(folder, name, out var identity) is not { } file)
            {
                return ([], $"The program did not write {Folder}/{name}"
                    + (NamesIn(Path.Combine(folder, Folder)).Contains(name) ? " as a regular file." : "."));
            }

            await using (file)
            {
                // A GeoTIFF that is stored anew may have become larger, which its program cannot know.
                held += file.Length;
                written += counted.Add(identity) ? file.Length : 0;
                if (written > mostBytes || held > MostBytes)
                {
                    return ([], TooMuch(written > mostBytes && mostBytes <= MostBytes));
                }

                var content = new byte[file.Length];
                await file.ReadExactlyAsync(content, stop);
                var (read, fault) = Read(name, content, isMade, stop);
                if (read is null)
                {
                    return ([], $"The program's {Folder}/{name} {fault}.");
                }

                room -= read.Content.Length;
                if (room < 0)
                {
                    return ([], $"The program's {Folder}/{name} makes its results larger than {mostStored >> 20} MB in the form that they "
                        + "are stored in.");
                }

                files.Add(read);
            }
        }

        return (files, null);
    }

    /// <summary>Null for what the program did not write.</summary>
    private static FileStream? Open(string folder, string name, out (ulong Device, ulong Inode) identity)
    {
        try
        {
            return SandboxOutput.Open(folder, $"{Folder}/{name}", out identity);
        }
        catch (IOException failure)
        {
            // Such as a worker that has no descriptor left: the program is not to blame, and another attempt may go well.
            throw new ExecutionEndedException(FailureCause.RequestRefused, failure.Message, failure);
        }
    }

    /// <summary>One file, or what is wrong with it.</summary>
    internal static (ReducedFile? File, string Fault) Read(string name, byte[] content, bool isMade, CancellationToken stop) =>
        Path.GetExtension(name) switch
        {
            ".tif" => Tiff(name, content, isMade, stop),
            ".png" => Png(content) is { Length: > 0 } fault ? (null, fault) : (ReducedFile.OfBytes(name, "image/png", content), ""),
            ".csv" => Csv(content) is { Length: > 0 } fault ? (null, fault) : (ReducedFile.OfBytes(name, "text/csv", content), ""),
            ".json" => Json(content) is { Length: > 0 } fault
                ? (null, fault)
                : (ReducedFile.OfBytes(name, "application/json", content), ""),
            _ => (null, "has a name that does not end in .tif, .png, .csv or .json"),
        };

    private static string TooMuch(bool forProgram) => forProgram
        ? $"The program wrote more to {Folder} than its limit for files."
        : $"The program wrote more to {Folder} than the {MostBytes >> 20} MB that results can have.";

    private static (ReducedFile? File, string Fault) Tiff(string name, byte[] content, bool isMade, CancellationToken stop)
    {
        try
        {
            var (image, hash) = StoredImage.Adopt(content, isMade, stop);
            return (new(name, ImageFile.GeoTiffType, image, hash), "");
        }
        catch (UnreadableFileException unreadable)
        {
            return (null, $"is no GeoTIFF that can be read: {unreadable.Message.TrimEnd('.')}");
        }
    }

    /// <summary>Signature, size and the frame of its parts; what browsers make of the pixels is theirs.</summary>
    private static string Png(ReadOnlySpan<byte> content)
    {
        const int Largest = 32_767;
        if (!content.StartsWith((ReadOnlySpan<byte>)[0x89, (byte)'P', (byte)'N', (byte)'G', 13, 10, 26, 10]))
        {
            return "is no PNG";
        }

        content = content[8..];
        var isFirst = true;
        while (content.Length >= 12)
        {
            var length = BinaryPrimitives.ReadUInt32BigEndian(content);
            if (length > content.Length - 12)
            {
                break;
            }

            var type = content[4..8];
            var data = content.Slice(8, (int)length);
            if (isFirst && !(type.SequenceEqual("IHDR"u8) && length == 13
                && BinaryPrimitives.ReadUInt32BigEndian(data) is > 0 and <= Largest
                && BinaryPrimitives.ReadUInt32BigEndian(data[4..]) is > 0 and <= Largest))
            {
                return $"is a PNG without a size of 1 to {Largest} pixels";
            }

            if (type.SequenceEqual("IEND"u8))
            {
                return "";
            }

            isFirst = false;
            content = content[((int)length + 12)..];
        }

        return "is a PNG without its end";
    }

    private static string Csv(ReadOnlySpan<byte> content) =>
        content.IsEmpty ? "is empty" : !Utf8.IsValid(content) || content.Contains((byte)0) ? "is no text in UTF-8" : "";

    private static string Json(byte[] content)
    {
        var reader = new Utf8JsonReader(content);
        try
        {
            while (reader.Read())
            {
            }

            return "";
        }
        catch (JsonException)
        {
            return "is no JSON in UTF-8";
        }
    }

    /// <summary>The first entry of the folder that no name allows; null for none.</summary>
    private static string? OtherThan(IReadOnlyList<string> names, string folder) =>
        NamesIn(folder).FirstOrDefault(name => !names.Contains(name));

    /// <summary>What the folder has, whatever it is; nothing where it is no folder itself.</summary>
    private static IEnumerable<string> NamesIn(string folder) =>
        new DirectoryInfo(folder) is { Exists: true, LinkTarget: null } there
            ? there.EnumerateFileSystemInfos().Select(entry => entry.Name)
            : [];

    /// <summary>A name that a program chose, for people.</summary>
    private static string Shown(string name)
    {
        var text = new StringBuilder();
        foreach (var character in name.Take(LongestName))
        {
            text.Append(char.IsAsciiLetterOrDigit(character) || character is '.' or '-' or '_' ? character : '?');
        }

        return text.ToString();
    }
}
