using AzurePerf.Core.Mail;
using Xunit;

namespace AzurePerf.UnitTests.Mail;

public sealed class MailRulesTests
{
    private static readonly MailRules Rules = new(true, ["example.com", "example.org"]);
    private static readonly MailRules OwnOnly = new(true, []);

    [Theory]
    [InlineData("ann@example.com", "ann@example.com")]
    [InlineData("ann@example.com", "Ann@Example.com")]
    [InlineData("ci", "team@example.org")]
    [InlineData("bob@elsewhere.net", "bob@elsewhere.net")]
    [InlineData("local", "team@EXAMPLE.com")]
    public void Mail_goes_to_the_person_who_asks_and_to_allowed_domains(string owner, string address) => Assert.Null(Rules.FaultOf(owner, address));

    [Theory]
    [InlineData("ci", "ann@elsewhere.net")]
    [InlineData("ci", "ann@sub.example.com")]
    [InlineData("ci", "ann@notexample.com")]
    [InlineData("bob@elsewhere.net", "ann@elsewhere.net")]
    public void It_goes_to_nobody_else(string owner, string address) =>
        Assert.Contains("an address at example.com or example.org", Rules.FaultOf(owner, address), StringComparison.Ordinal);

    [Fact]
    public void A_refusal_says_what_would_be_right()
    {
        Assert.Equal("must be your own address, bob@elsewhere.net", OwnOnly.FaultOf("bob@elsewhere.net", "ann@example.com"));
        Assert.StartsWith("must be left out: mail goes to people who are signed in", OwnOnly.FaultOf("ci", "ann@example.com"), StringComparison.Ordinal);
        Assert.Equal("must be left out: this installation sends no mail", new MailRules(false, ["example.com"]).FaultOf("ann@example.com", "ann@example.com"));
    }

    [Theory]
    [InlineData("ann@example.com")]
    [InlineData("ann.b+c=d@mail-1.example.co.uk")]
    [InlineData("a@b.c")]
    public void These_are_addresses(string text) => Assert.True(MailAddressText.IsValid(text));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("ann")]
    [InlineData("ann@localhost")]
    [InlineData("@example.com")]
    [InlineData("ann@@example.com")]
    [InlineData("ann@example.com\r\nBcc: eve@example.com")]
    [InlineData("ann@example.com\n")]
    [InlineData("ann@example.com, eve@example.com")]
    [InlineData("Ann <ann@example.com>")]
    [InlineData("\"ann b\"@example.com")]
    [InlineData("ann @example.com")]
    [InlineData("ann@exam\0ple.com")]
    [InlineData("änn@example.com")]
    [InlineData("ann@-example.com")]
    [InlineData("ann@example..com")]
    [InlineData("a..b@example.com")]
    [InlineData("ann(comment)@example.com")]
    public void These_are_none(string? text) => Assert.False(MailAddressText.IsValid(text));

    [Fact]
    public void An_address_is_no_longer_than_mail_takes()
    {
        Assert.False(MailAddressText.IsValid(new string('a', 65) + "@example.com"));
        Assert.False(MailAddressText.IsValid("a@" + string.Join('.', Enumerable.Repeat("example", 40))));
    }
}
