using System.Text.RegularExpressions;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Local;

/// <summary>A log beside something more important: a full disk ends it, and not what is logged. However long it is, its last part is kept
/// and the one before. Any thread may write.</summary>
/// <param name="text">Where lines go at first.</param>
/// <param name="path">Of its file; null where it has none, and no bound.</param>
/// <param name="mostCharacters">Of a part.</param>
internal sealed partial class LogFile(TextWriter text, string? path = null, int mostCharacters = LogFile.MostCharacters) : IDisposable
{
    private const int MostCharacters = 32 << 20;
    private const string BeforeLast = ".before.log";

    /// <summary>Tells a folder for logs of a start from one in which others have logs, of a web host say.</summary>
    private const string Marker = ".azureperf-logs";
    private readonly Lock _sync = new();
    private TextWriter _text = text;
    private string? _path = path;
    private long _written;

    /// <summary>Makes a folder for logs where it is missing, and removes those of an earlier start, which may have had other
    /// processes.</summary>
    /// <exception cref="LocalStartException">One of both cannot be done, or logs are there that may be somebody else's.</exception>
    public static void PrepareFolder(string folder)
    {
        try
        {
            var logs = Directory.CreateDirectory(folder).GetFiles("*.log").Where(log => OwnName().IsMatch(log.Name)).ToArray();
            var marker = Path.Combine(folder, Marker);
            if (logs.Length > 0 && !File.Exists(marker))
            {
                throw new LocalStartException(logs.Length == 1
                    ? $"{logs[0].FullName} may be somebody else's log, and would be removed: name another folder for logs, or remove it"
                    : $"{logs[0].FullName} and {NumberFormat.Counted(logs.Length - 1, "more log")} here may be somebody else's, and would "
                        + "be removed: name another folder for logs, or remove them");
            }

            File.WriteAllText(marker, "Logs of azureperf, which the next start removes.\n");
            foreach (var log in logs)
            {
                log.Delete();
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new LocalStartException($"the folder for logs cannot be prepared: {failure.Message}");
        }
    }

    /// <summary>Removes both parts of a log that nobody writes any more. One that cannot be removed stays.</summary>
    public static void Remove(string name, string folder)
    {
        var path = Path.Combine(folder, name + ".log");
        try
        {
            File.Delete(path);
            File.Delete(Path.ChangeExtension(path, BeforeLast));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
        }
    }

    /// <param name="name">Of what is logged; the file is NAME.log.</param>
    /// <param name="folder">Existing folder, or null to write nothing.</param>
    /// <param name="mostCharacters">Of each of the two parts that are kept.</param>
    /// <exception cref="LocalStartException">The file cannot be written.</exception>
    public static LogFile Open(string name, string? folder, int mostCharacters = MostCharacters)
    {
        if (folder is null)
        {
            return new(TextWriter.Null);
        }

        var path = Path.Combine(folder, name + ".log");
        try
        {
            return new(File.CreateText(path), path, mostCharacters);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new LocalStartException($"{name} cannot be started: its log {path} cannot be written: {failure.Message}");
        }
    }

    /// <summary>Adds a line.</summary>
    /// <returns>Why the log ends here; null while it goes on, and once that was said.</returns>
    public string? Write(string line)
    {
        lock (_sync)
        {
            var length = line.Length + Environment.NewLine.Length;
            try
            {
                if (_path is not null && _written > 0 && _written + length > mostCharacters)
                {
                    BeginAnew(_path);
                }

                _text.WriteLine(line);
                _text.Flush();
                _written += length;
                return null;
            }
            catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
            {
                // Not closed: that would try to write again.
                (_text, _path) = (TextWriter.Null, null);
                return failure.Message;
            }
        }
    }

    public void Dispose() => _text.Dispose();

    private void BeginAnew(string path)
    {
        _text.Dispose();
        File.Move(path, Path.ChangeExtension(path, BeforeLast), overwrite: true);
        (_text, _written) = (File.CreateText(path), 0);
    }

    /// <summary>What the processes of a start are called; whatever else is in the folder is somebody else's.</summary>
    [GeneratedRegex(@"^(web|taskmanager|source|postgres|azurite-[a-z0-9]+|(bag-)?worker-[0-9]+)(\.before)?\.log\z")]
    private static partial Regex OwnName();
}
