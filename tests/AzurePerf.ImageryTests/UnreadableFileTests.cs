using AzurePerf.Imagery;
using Xunit;

namespace AzurePerf.ImageryTests;

public sealed class UnreadableFileTests
{
    [Fact]
    public void Says_what_is_wrong() => Assert.Equal("it is empty", new UnreadableFileException("it is empty").Message);
}
