namespace AzurePerf.Core.Access;

public enum AccessKeyState
{
    Active,
    Expired,
    Revoked,
}
