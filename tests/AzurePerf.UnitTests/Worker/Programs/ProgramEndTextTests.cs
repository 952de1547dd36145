using AzurePerf.Core.Programs;
using AzurePerf.Sandbox.Programs;
using AzurePerf.Worker.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

public sealed class ProgramEndTextTests
{
    private static readonly ProgramLimits Limits = new(64, 60, 16, 4, 1_000);
    private static readonly PlacedFiles Placed = new(1 << 20, 7);

    [Theory]
    [InlineData(SandboxLimit.Memory, "it used more memory than its limit of 64 MiB (memoryMegabytes); 71.5 MiB were seen")]
    [InlineData(SandboxLimit.FolderBytes, "its files became larger than its limit of 4 MiB (fileMegabytes); 5 MiB were seen")]
    [InlineData(SandboxLimit.Files, "it made more files than its limit of 1,000 (files); 1,003 were seen")]
    [InlineData(SandboxLimit.Processes, "it started more processes and threads than its limit of 16 (processes); 20 were seen")]
    [InlineData(SandboxLimit.WallTime, "it ran longer than its limit of 60 s (seconds)")]
    [InlineData(SandboxLimit.ProcessorTime, "it used 121 s of processor time, which is more than its limit of 60 s (seconds) on each processor")]
    [InlineData(SandboxLimit.Unwatchable, "it hid a folder, a file or a process, so that its use could not be measured")]
    public void A_limit_that_was_broken_is_named_with_its_value_and_what_was_seen(SandboxLimit limit, string said)
    {
        var result = new SandboxResult
        {
            End = SandboxEnd.OverLimit,
            Limit = limit,
            PeakMemoryBytes = (71L << 20) + (1 << 19),
            PeakFolderBytes = 6 << 20,
            PeakFiles = 1_010,
            PeakProcesses = 20,
            ProcessorTime = TimeSpan.FromSeconds(121),
        };

        Assert.Equal($"The program was ended: {said}.", ProgramEndText.Of(result, "bin/ndvi", Limits, Placed));
    }

    [Theory]
    [InlineData(8, @"\AThe program's file 'bin/ndvi' cannot be executed here: this worker's processor is (x64|arm64), and the file is for another one or damaged\.\z", true)]
    [InlineData(2, @"\AThe program's file 'bin/ndvi' cannot be executed here: the interpreter .* is not on this worker or cannot be executed\.\z", true)]
    [InlineData(40, @"\AThe program's file 'bin/ndvi' cannot be executed here: the interpreter .* is not on this worker or cannot be executed\.\z", true)]
    [InlineData(13, @"\AThe sandbox could not be set up: executing the program failed with EACCES.*\z", false)]
    [InlineData(12, @"\AThe sandbox could not be set up: executing the program failed with ENOMEM \(not enough memory\)\.\z", false)]
    public void A_file_that_the_kernel_does_not_execute_is_named_and_is_the_users_own_fault(int errno, string said, bool isOfFile)
    {
        var result = new SandboxResult { End = SandboxEnd.NotSetUp, FailedStep = "executing the program", FailedErrno = errno };

        Assert.Matches(said, ProgramEndText.Of(result, "bin/ndvi", Limits, Placed));
        Assert.Equal(isOfFile, ProgramEndText.IsOfFile(result));
    }

    [Theory]
    [InlineData(0, "")]
    [InlineData(1, " When it ended, 1 process that it had started still ran, and was ended with it: a program must wait for what it starts.")]
    [InlineData(34, " When it ended, 34 processes that it had started still ran, and were ended with it: a program must wait for what it starts.")]
    public void Processes_that_a_program_left_are_told_where_its_result_is_missing(int left, string said) =>
        Assert.Equal(said, ProgramEndText.Left(new() { End = SandboxEnd.Exited, LeftProcesses = left }));

    [Fact]
    public void A_program_that_ended_by_itself_is_said_to_have()
    {
        var result = new SandboxResult { End = SandboxEnd.Exited, Code = 3 };

        Assert.Equal("The program ended with exit code 3.", ProgramEndText.Of(result, "bin/ndvi", Limits, Placed));
        Assert.False(ProgramEndText.IsOfFile(result));
    }
}
