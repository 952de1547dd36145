namespace AzurePerf.ProcessTests.Shells;

/// <summary>Streams that cannot be written, such as files on a full disk.</summary>
public sealed class FullDiskTests
{
    [Theory]
    [InlineData("nosuch 2> /dev/full", 2, "")]
    [InlineData("nosuch 2>&-", 2, "")]
    [InlineData("completion bash >&-", 1, "azureperf: standard output cannot be written: Bad file descriptor")]
    [InlineData("completion bash > /dev/full", 1, "azureperf: standard output cannot be written: No space left on device")]
    [InlineData("--help > /dev/full", 1, "azureperf: standard output cannot be written: No space left on device")]
    public async Task The_command_ends_with_a_code_that_the_help_lists_and_without_a_stack(string command, int code, string begin)
    {
        if (!File.Exists("/dev/full"))
        {
            return;
        }

        var end = await CommandLine.RunProgramAsync("/bin/sh", new Dictionary<string, string>(), "-c", $"\"$0\" {command}", CommandLine.Executable);

        Assert.Equal(code, end.ExitCode);
        Assert.StartsWith(begin, end.Error, StringComparison.Ordinal);
        Assert.InRange(end.Error.Count(character => character == '\n'), 0, 1);
    }
}
