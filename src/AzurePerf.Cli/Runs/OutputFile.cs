using System.Text;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Runs;

/// <summary>A document that goes to a file or, without one, to standard output.</summary>
internal static class OutputFile
{
    /// <summary>How long the API may take for all of it: a long one is made while it is sent.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    /// <exception cref="CommandFailure">The file cannot be written.</exception>
    public static async Task WriteAsync(Session session, FileInfo? file, byte[] content, CancellationToken cancellationToken)
    {
        if (file is null)
        {
            session.WriteText(Encoding.UTF8.GetString(content));
            return;
        }

        try
        {
            await File.WriteAllBytesAsync(file.FullName, content, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailure($"{file.FullName} cannot be written: {exception.Message}", cause: exception);
        }
    }
}
