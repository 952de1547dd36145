using AzurePerf.Probes.Targets;
using Xunit;

namespace AzurePerf.UnitTests.Probes;

public sealed class ClientLibrariesTests
{
    [Fact]
    public void Each_library_is_named_with_its_version() => Assert.Matches(
        @"^Azure\.Core \d+\.\d+\.\d+\S*, Azure\.Data\.Tables \d+\.\d+\.\d+\S*, Azure\.Storage\.Blobs \d+\.\d+\.\d+\S*, Azure\.Storage\.Queues \d+\.\d+\.\d+\S*$", ClientLibraries.Versions);
}
