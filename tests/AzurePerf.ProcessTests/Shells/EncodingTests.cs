namespace AzurePerf.ProcessTests.Shells;

public sealed class EncodingTests
{
    [Fact]
    public async Task What_goes_into_a_pipe_is_UTF_8_whatever_the_console_has()
    {
        var end = await CommandLine.RunAsync(new Dictionary<string, string> { ["LC_ALL"] = "en_US.ISO-8859-1" }, "nösuch");

        Assert.Contains("'nösuch'", end.Error, StringComparison.Ordinal);
    }
}
