using System.Globalization;
using AzurePerf.Sandbox.Processes;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Files that no folder lists any more, but a process has open or mapped: they take as much of the disk as others.</summary>
internal sealed class DeletedFiles
{
    private readonly Dictionary<(ulong Device, ulong Inode), long> _bytes = [];

    public long Bytes => _bytes.Values.Sum();

    /// <summary>A process whose descriptors could not be listed.</summary>
    public bool HasHiddenPart { get; private set; }

    public void Add(int process)
    {
        AddFolder(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/fd"));
        AddMapped(process);
    }

    private void AddFolder(string folder)
    {
        try
        {
            foreach (var descriptor in Directory.EnumerateFileSystemEntries(folder))
            {
                if (FileFacts.Of(descriptor, out _) is { IsRegular: true, Links: 0 } deleted)
                {
                    _bytes[(deleted.Device, deleted.Inode)] = deleted.Bytes;
                }
            }
        }
        catch (UnauthorizedAccessException)
        {
            HasHiddenPart = true;
        }
        catch (Exception gone) when (gone is DirectoryNotFoundException or FileNotFoundException or IOException)
        {
            return;
        }
    }

    /// <summary>Of a mapped file whose descriptor is closed only the mapped length is known.</summary>
    private void AddMapped(int process)
    {
        try
        {
            foreach (var line in File.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/maps")))
            {
                if (line.EndsWith(" (deleted)", StringComparison.Ordinal) && MappedFile.Parse(line) is { } mapped)
                {
                    var key = (mapped.Device, mapped.Inode);
                    _bytes[key] = Math.Max(mapped.Bytes, _bytes.GetValueOrDefault(key));
                }
            }
        }
        catch (UnauthorizedAccessException)
        {
            HasHiddenPart = true;
        }
        catch (Exception gone) when (gone is DirectoryNotFoundException or FileNotFoundException or IOException)
        {
            return;
        }
    }
}
