namespace AzurePerf.Cli.Output;

/// <summary>Text that an option names: a file, or standard input.</summary>
internal static class InputText
{
    public const string StandardInput = "-";

    /// <summary>Reads the file, or standard input for "-"; complains in the option's name.</summary>
    public static async Task<string> ReadAsync(Terminal terminal, string path, string option, CancellationToken cancellationToken)
    {
        if (path == StandardInput)
        {
            // A console's reader cannot be cancelled: it is left behind.
            return await Task.Run(terminal.Input.ReadToEnd, CancellationToken.None).WaitAsync(cancellationToken);
        }

        RequireFile(path, option);
        try
        {
            return await File.ReadAllTextAsync(path, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw CommandFailure.Usage($"{option}: {exception.Message}");
        }
    }

    /// <summary>Refuses a path that can name no file.</summary>
    /// <exception cref="CommandFailure">It is empty, or that of a folder.</exception>
    public static void RequireFile(string path, string option)
    {
        if (string.IsNullOrWhiteSpace(path))
        {
            throw CommandFailure.Usage($"{option}: name a file");
        }

        if (Directory.Exists(path))
        {
            throw CommandFailure.Usage($"{option}: {path} is a folder, and a file is needed");
        }
    }
}
