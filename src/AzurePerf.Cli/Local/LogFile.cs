using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Local;

/// <summary>A log beside something more important: a full disk ends it, and not what is logged. Any thread may write.</summary>
internal sealed partial class LogFile(TextWriter text) : IDisposable
{
    private readonly Lock _sync = new();
    private TextWriter _text = text;

    /// <summary>Makes a folder for logs where it is missing, and removes those of an earlier start, which may have had other
    /// processes.</summary>
    /// <exception cref="LocalStartException">One of both cannot be done.</exception>
    public static void PrepareFolder(string folder)
    {
        try
        {
            foreach (var log in Directory.CreateDirectory(folder).GetFiles("*.log").Where(log => OwnName().IsMatch(log.Name)))
            {
                log.Delete();
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new LocalStartException($"the folder for logs cannot be prepared: {failure.Message}");
        }
    }

    /// <param name="name">Of what is logged; the file is NAME.log.</param>
    /// <param name="folder">Existing folder, or null to write nothing.</param>
    /// <exception cref="LocalStartException">The file cannot be written.</exception>
    public static LogFile Open(string name, string? folder)
    {
        if (folder is null)
        {
            return new(TextWriter.Null);
        }

        var path = Path.Combine(folder, name + ".log");
        try
        {
            return new(File.CreateText(path));
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
            try
            {
                _text.WriteLine(line);
                _text.Flush();
                return null;
            }
            catch (IOException failure)
            {
                // Not closed: that would try to write again.
                _text = TextWriter.Null;
                return failure.Message;
            }
        }
    }

    public void Dispose() => _text.Dispose();

    /// <summary>What the processes of a start are called; whatever else is in the folder is somebody else's.</summary>
    [GeneratedRegex(@"^(web|taskmanager|source|postgres|azurite-[a-z0-9]+|(bag-)?worker-[0-9]+)\.log\z")]
    private static partial Regex OwnName();
}
