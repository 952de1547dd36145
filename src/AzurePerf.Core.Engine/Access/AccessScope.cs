namespace AzurePerf.Core.Access;

/// <summary>What a caller may do; each includes those before it.</summary>
public enum AccessScope
{
    /// <summary>See everything but the audit and the keys.</summary>
    Read,

    /// <summary>Submit runs and schedules, save views, and change one's own.</summary>
    Submit,

    /// <summary>Upload users' own programs, and revoke any of them.</summary>
    Programs,

    /// <summary>Change everything, and see and manage keys and the audit.</summary>
    Admin,
}
