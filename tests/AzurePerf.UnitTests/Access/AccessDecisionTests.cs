using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class AccessDecisionTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);
    private static readonly Principal Ann = new("11111111-2222-3333-4444-555555555555", "Ann@Example.com", [PrincipalRules.SubmitRole]);

    public static TheoryData<AccessMode> ModesWithSignIn => [AccessMode.Keys, AccessMode.ContainerApps];

    [Theory]
    [InlineData(AccessScope.Read)]
    [InlineData(AccessScope.Submit)]
    [InlineData(AccessScope.Admin)]
    public void On_the_own_machine_everybody_may_do_everything_and_is_nobody_else(AccessScope needed)
    {
        var facts = Facts(AccessMode.Local, needed) with { Key = new(null, KeyFault.Wrong), Principal = Ann, Session = Good(AccessScope.Read) };

        Assert.Equal(new(Caller.Local, null), AccessDecision.Of(facts));
    }

    [Theory]
    [MemberData(nameof(ModesWithSignIn))]
    public void Who_shows_nothing_must_sign_in(AccessMode mode) =>
        Assert.Equal(new(null, AccessRefusal.SignInNeeded), AccessDecision.Of(Facts(mode, AccessScope.Read)));

    [Fact]
    public void A_principal_that_anybody_could_have_written_is_nobody_and_a_key_beside_it_counts()
    {
        var facts = Facts(AccessMode.ContainerApps, AccessScope.Read) with { Principal = Ann, IsProxyTrusted = false };

        Assert.Equal(new(null, AccessRefusal.ProxyUntrusted), AccessDecision.Of(facts));
        Assert.Equal("ci", AccessDecision.Of(facts with { Key = Good(AccessScope.Read) }).Caller!.Name);
    }

    [Theory]
    [MemberData(nameof(ModesWithSignIn))]
    public void What_is_open_needs_nobody_and_no_good_key(AccessMode mode)
    {
        Assert.Null(AccessDecision.Of(Facts(mode, null)).Refusal);
        Assert.Equal(new(null, null), AccessDecision.Of(Facts(mode, null) with { Key = new(null, KeyFault.Wrong) }));
        Assert.Equal("ci", AccessDecision.Of(Facts(mode, null) with { Session = Good(AccessScope.Read) }).Caller!.Name);
    }

    [Theory]
    [InlineData(AccessScope.Read, AccessScope.Read, true)]
    [InlineData(AccessScope.Read, AccessScope.Submit, false)]
    [InlineData(AccessScope.Read, AccessScope.Admin, false)]
    [InlineData(AccessScope.Submit, AccessScope.Read, true)]
    [InlineData(AccessScope.Submit, AccessScope.Submit, true)]
    [InlineData(AccessScope.Submit, AccessScope.Admin, false)]
    [InlineData(AccessScope.Admin, AccessScope.Read, true)]
    [InlineData(AccessScope.Admin, AccessScope.Submit, true)]
    [InlineData(AccessScope.Admin, AccessScope.Admin, true)]
    public void A_key_opens_what_its_scope_covers_and_nothing_above(AccessScope scope, AccessScope needed, bool allowed)
    {
        var decision = AccessDecision.Of(Facts(AccessMode.Keys, needed) with { Key = Good(scope) });

        Assert.Equal(allowed ? null : AccessRefusal.ScopeMissing, decision.Refusal);
        Assert.Equal("ci", decision.Caller!.Name);
    }

    [Theory]
    [InlineData(KeyFault.Malformed)]
    [InlineData(KeyFault.Unknown)]
    [InlineData(KeyFault.Wrong)]
    [InlineData(KeyFault.Expired)]
    [InlineData(KeyFault.Revoked)]
    public void A_wrong_key_is_refused_without_saying_why_even_beside_a_good_cookie_and_a_principal(KeyFault fault)
    {
        var facts = Facts(AccessMode.ContainerApps, AccessScope.Read) with { Key = new(null, fault), Session = Good(AccessScope.Admin), Principal = Ann };

        Assert.Equal(new(null, AccessRefusal.KeyRefused), AccessDecision.Of(facts));
    }

    [Fact]
    public void A_cookie_whose_key_was_revoked_is_no_cookie()
    {
        var facts = Facts(AccessMode.Keys, AccessScope.Read) with { Session = new(null, KeyFault.Revoked) };

        Assert.Equal(AccessRefusal.SignInNeeded, AccessDecision.Of(facts).Refusal);
    }

    [Fact]
    public void A_principal_counts_only_behind_the_sign_in_of_the_environment()
    {
        Assert.Equal(AccessRefusal.SignInNeeded, AccessDecision.Of(Facts(AccessMode.Keys, AccessScope.Read) with { Principal = Ann }).Refusal);
        Assert.Equal(new(new("ann@example.com", AccessScope.Submit), null), AccessDecision.Of(Facts(AccessMode.ContainerApps, AccessScope.Submit) with { Principal = Ann }));
    }

    [Fact]
    public void A_principal_without_a_role_may_do_nothing_unless_the_operator_says_what()
    {
        var nobody = Facts(AccessMode.ContainerApps, AccessScope.Read) with { Principal = Ann with { Roles = ["Something.Else"] } };

        Assert.Equal(new(null, AccessRefusal.NoRole), AccessDecision.Of(nobody));
        Assert.Equal(AccessScope.Read, AccessDecision.Of(nobody with { Rules = new([], AccessScope.Read) }).Caller!.Scope);
    }

    [Theory]
    [InlineData("11111111-2222-3333-4444-555555555555")]
    [InlineData("ann@example.com")]
    [InlineData(" ann@example.com ")]
    public void Those_whom_the_operator_names_may_do_everything(string admin) =>
        Assert.Equal(AccessScope.Admin, new PrincipalRules([admin], null).ScopeOf(Ann));

    [Fact]
    public void The_highest_role_counts_and_none_takes_away_what_everybody_may()
    {
        var rules = new PrincipalRules([], AccessScope.Submit);

        Assert.Equal(AccessScope.Admin, rules.ScopeOf(Ann with { Roles = [PrincipalRules.ReadRole, PrincipalRules.AdminRole] }));
        Assert.Equal(AccessScope.Submit, rules.ScopeOf(Ann with { Roles = [PrincipalRules.ReadRole] }));
        Assert.Equal(AccessScope.Read, new PrincipalRules([], null).ScopeOf(Ann with { Roles = [PrincipalRules.ReadRole] }));
        Assert.Equal(AccessScope.Admin, new PrincipalRules([], AccessScope.Admin).ScopeOf(Ann));
        Assert.Equal(AccessScope.Submit, new PrincipalRules([], AccessScope.Read).ScopeOf(Ann));
    }

    [Theory]
    [InlineData(AccessScope.Admin, "somebody", true)]
    [InlineData(AccessScope.Submit, "ci", true)]
    [InlineData(AccessScope.Submit, "CI", false)]
    [InlineData(AccessScope.Submit, "somebody", false)]
    [InlineData(AccessScope.Read, "ci", false)]
    public void Submitters_change_their_own_and_administrators_everything(AccessScope scope, string owner, bool allowed) =>
        Assert.Equal(allowed, new Caller("ci", scope).MayChange(owner));

    [Fact]
    public void No_name_of_a_key_is_that_of_a_principal_or_of_local_mode()
    {
        Assert.False(KeyLimits.IsName(Ann.OwnerName));
        Assert.False(KeyLimits.IsName((Ann with { Name = "ci" }).OwnerName));
        Assert.False(KeyLimits.IsName(Caller.Local.Name));
        Assert.Equal("app:" + Ann.Id, (Ann with { Name = "ci" }).OwnerName);
    }

    private static AccessFacts Facts(AccessMode mode, AccessScope? needed) => new() { Mode = mode, Needed = needed, IsProxyTrusted = true };

    private static KeyCheck Good(AccessScope scope) => new(SampleKeys.Of("ci", scope, Now), null);
}
