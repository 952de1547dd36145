using System.Text;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class KeyRequestReaderTests
{
    [Fact]
    public void Name_and_scope_are_enough() =>
        Assert.Equal(new("ci", AccessScope.Submit, 90, null, 24), Read("""{"name": "ci", "scope": "submit"}""").Request);

    [Fact]
    public void A_key_that_replaces_another_needs_only_its_id() => Assert.Equal(
        new(null, null, 30, "abcdefghij234567klmn", 1),
        Read("""{"replaces": "abcdefghij234567klmn", "expiresInDays": 30, "overlapHours": 1}""").Request);

    [Fact]
    public void A_name_that_is_taken_for_what_is_no_key_is_refused_by_a_rule_that_names_it() => Assert.All(["local", "janitor", "sample"], name =>
        Assert.EndsWith("and not local, janitor or sample", Assert.Single(Read($$"""{"name": "{{name}}", "scope": "read"}""").Faults).Message, StringComparison.Ordinal));

    [Theory]
    [InlineData("""{"scope": "read"}""", "name")]
    [InlineData("""{"name": "ci"}""", "scope")]
    [InlineData("""{"name": "", "scope": "read"}""", "name")]
    [InlineData("""{"name": "CI", "scope": "read"}""", "name")]
    [InlineData("""{"name": "=cmd", "scope": "read"}""", "name")]
    [InlineData("""{"name": "local", "scope": "read"}""", "name")]
    [InlineData("""{"name": "janitor", "scope": "read"}""", "name")]
    [InlineData("""{"name": "sample", "scope": "submit"}""", "name")]
    [InlineData("""{"name": "a@b", "scope": "read"}""", "name")]
    [InlineData("""{"name": "\ud800", "scope": "read"}""", "name")]
    [InlineData("""{"name": 7, "scope": "read"}""", "name")]
    [InlineData("""{"name": "ci", "scope": "all"}""", "scope")]
    [InlineData("""{"name": "ci", "scope": "read", "expiresInDays": 0}""", "expiresInDays")]
    [InlineData("""{"name": "ci", "scope": "read", "expiresInDays": 367}""", "expiresInDays")]
    [InlineData("""{"name": "ci", "scope": "read", "expiresInDays": 1.5}""", "expiresInDays")]
    [InlineData("""{"name": "ci", "scope": "read", "overlapHours": 1}""", "overlapHours")]
    [InlineData("""{"replaces": "x"}""", "replaces")]
    [InlineData("""{"replaces": "abcdefghij234567klmn", "overlapHours": 721}""", "overlapHours")]
    [InlineData("""{"name": "ci", "scope": "read", "hash": "x"}""", "hash")]
    [InlineData("""{"name": "ci", "name": "ci", "scope": "read"}""", "")]
    [InlineData("""{"name": "ci", "scope": "read", "\ud800": 1}""", "")]
    [InlineData("[]", "")]
    [InlineData("", "")]
    public void Anything_else_is_refused_with_its_path(string body, string path)
    {
        var (request, faults) = Read(body);

        Assert.Null(request);
        Assert.Contains(path, faults.Select(fault => fault.Path));
    }

    [Fact]
    public void Bytes_that_are_no_text_are_refused() => Assert.Null(KeyRequestReader.Read(new byte[] { (byte)'{', (byte)'"', 0xff, (byte)'"', (byte)':', (byte)'1', (byte)'}' }).Request);

    private static (KeyRequest? Request, IReadOnlyList<SpecFault> Faults) Read(string body) => KeyRequestReader.Read(Encoding.UTF8.GetBytes(body));
}
