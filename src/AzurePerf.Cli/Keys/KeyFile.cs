using System.Text;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Access;

namespace AzurePerf.Cli.Keys;

/// <summary>A file for a key. Nobody else may read it, and it is there only when the key is in it.</summary>
internal sealed class KeyFile : IDisposable
{
    /// <summary>Of the text of a key, with blanks around it, and more.</summary>
    private const int LongestText = 1_000;

    private readonly FileInfo _file;
    private readonly bool _replaces;
    private readonly FileStream _part;

    private KeyFile(FileInfo file, bool replaces, FileStream part) => (_file, _replaces, _part) = (file, replaces, part);

    public string Path => _file.FullName;

    /// <summary>Makes sure, while there is no key yet, that one can be written.</summary>
    /// <param name="file">Where to.</param>
    /// <param name="replaces">True where it may be there, with the key that is replaced.</param>
    /// <exception cref="CommandFailure">It is there, or cannot be written.</exception>
    public static KeyFile Open(FileInfo file, bool replaces)
    {
        file = OutputFile.BehindLinks(file);
        if (Directory.Exists(file.FullName))
        {
            throw CommandFailure.Usage($"--out: {file.FullName} is a folder: name a file");
        }

        if (!replaces && file.Exists)
        {
            throw CommandFailure.Usage(
                $"--out: {file.FullName} is there already, and may have a key that nobody has elsewhere: name another file");
        }

        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        try
        {
            var part = System.IO.Path.Combine(file.DirectoryName!, OutputFile.Unfinished + System.IO.Path.GetRandomFileName());
            return new(file, replaces, new(part, options));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw OutputFile.NotWritten(file, exception);
        }
    }

    /// <summary>Makes sure that no other key, or anything else, is lost with the file that is there.</summary>
    /// <param name="id">Of the key that is replaced.</param>
    /// <exception cref="CommandFailure">The file is there and does not have it.</exception>
    public void RequireKey(string id)
    {
        try
        {
            if (_file.Exists
                && (_file.Length is 0 or > LongestText || AccessKeyText.IdOf(File.ReadAllText(Path).Trim()) != id))
            {
                throw CommandFailure.Usage($"--out: {Path} does not have the key {id}, which is replaced: name another file");
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw OutputFile.NotWritten(_file, exception);
        }
    }

    /// <exception cref="CommandFailure">It is not in the file.</exception>
    public void Write(string key)
    {
        try
        {
            _part.Write(Encoding.ASCII.GetBytes(key + "\n"));
            _part.Flush(flushToDisk: true);
            _part.Dispose();
            File.Move(_part.Name, Path, overwrite: _replaces);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw OutputFile.NotWritten(_file, exception);
        }
    }

    /// <summary>Without a key there is no file.</summary>
    public void Dispose()
    {
        _part.Dispose();
        File.Delete(_part.Name);
    }
}
