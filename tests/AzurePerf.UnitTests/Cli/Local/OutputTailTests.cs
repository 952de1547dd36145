using AzurePerf.Cli.Local;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class OutputTailTests
{
    [Fact]
    public void Only_the_last_lines_are_kept()
    {
        var tail = new OutputTail();
        for (var number = 1; number <= OutputTail.LineLimit + 5; number++)
        {
            tail.Add($"line {number}");
        }

        Assert.Equal(OutputTail.LineLimit, tail.Lines().Count);
        Assert.Equal("line 6", tail.Lines()[0]);
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("one|two||", "two")]
    [InlineData("Unhandled exception. Wrong|   at Some.Method()|", "Unhandled exception. Wrong")]
    [InlineData("[2026-03-01 10:00:00.000 FTL] AzurePerf.Host: worker cannot start: no key|[2026-03-01 10:00:00.001 INF] A.B: bye", "worker cannot start: no key")]
    [InlineData("[2026-03-01 10:00:00.000 FTL] A.B: web cannot start:|  one is wrong|  two is wrong|other", "web cannot start: one is wrong; two is wrong")]
    [InlineData("[2026-03-01 10:00:00.000 ERR] A.B: lost|System.Exception: x|   at C.D()", "lost")]
    [InlineData("[2026-03-01 10:00:00.000 ERR] A.B: Task 7 failed|[2026-03-01 10:00:01.000 WRN] A.B: This worker leaves: two were killed|[2026-03-01 10:00:02.000 ERR] A.B: Task 8 failed", "This worker leaves: two were killed")]
    [InlineData("[2026-03-01 10:00:00.000 INF] A.B: starts|[2026-03-01 10:00:01.000 WRN] A.B: does not answer yet: refused", "does not answer yet: refused")]
    [InlineData("[not an event] at all: text", "[not an event] at all: text")]
    [InlineData("npm error code E404|npm error 404 no such package|npm error A log is in x", "npm error 404 no such package")]
    [InlineData(
        "npm error code ENOTFOUND|npm error syscall getaddrinfo|npm error errno ENOTFOUND|npm error network request to http://x failed, reason: getaddrinfo ENOTFOUND x|npm error network",
        "npm error network request to http://x failed, reason: getaddrinfo ENOTFOUND x")]
    [InlineData(
        "npm error code EACCES|npm error syscall mkdir|npm error path /c|npm error errno -13|npm error|npm error Your cache folder contains root-owned files, due to a bug in",
        "npm error Your cache folder contains root-owned files, due to a bug in")]
    [InlineData(
        "npm ERR! code ECONNREFUSED|npm ERR! syscall connect|npm ERR! errno ECONNREFUSED|npm ERR! FetchError: request to http://x failed, reason: refused|npm ERR!     at x|npm ERR! |npm ERR!     /l.log",
        "npm ERR! FetchError: request to http://x failed, reason: refused")]
    [InlineData("file:///a.mjs:1|throw new Error('abc: d')|      ^||Error: abc: d|    at file:///a.mjs:1:7||Node.js v20.20.2", "Error: abc: d")]
    [InlineData(
        "Error: Cannot find module './gone'|Require stack:|- /t.cjs|    at Module._resolveFilename (node:internal)| {|  code: 'MODULE_NOT_FOUND',|}||Node.js v20.20.2",
        "Error: Cannot find module './gone'")]
    [InlineData("Error: an earlier one|TypeError [ERR_X]: no text|    at x|}||Node.js v20.20.2", "TypeError [ERR_X]: no text")]
    [InlineData("      ^||[UnhandledPromiseRejection: none was caught] {|  code: 'ERR_UNHANDLED_REJECTION'|}||Node.js v22.1.0", "[UnhandledPromiseRejection: none was caught] {")]
    [InlineData("Error: an old one|the last line", "the last line")]
    public void The_essential_line_tells_why_the_process_ended(string lines, string essential)
    {
        var tail = new OutputTail();
        foreach (var line in lines.Split('|'))
        {
            tail.Add(line);
        }

        Assert.Equal(essential, tail.EssentialLine());
    }
}
