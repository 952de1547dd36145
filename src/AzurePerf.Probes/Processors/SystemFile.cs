namespace AzurePerf.Probes.Processors;

/// <summary>Files in which a system tells of itself, such as those below <c>/proc</c> and <c>/sys</c>.</summary>
public static class SystemFile
{
    /// <summary>The text of a file; null where it is not there, or may not be read: that is an answer here, "not told".</summary>
    public static string? Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
