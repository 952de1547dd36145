using AzurePerf.Core.Files;
using Xunit;

namespace AzurePerf.UnitTests.Files;

public sealed class TemporaryFileTests
{
    [Fact]
    public async Task A_temporary_file_takes_content_but_has_no_name_that_a_killed_process_could_leave_or_others_could_open()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows keeps the name until the last handle is closed, and deletes it then.");
            return;
        }

        await using var file = TemporaryFile.Create();
        await file.WriteAsync(new byte[1_000], TestContext.Current.CancellationToken);

        Assert.Equal(1_000, file.Length);
        Assert.False(File.Exists(file.Name));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file.SafeFileHandle));
    }
}
